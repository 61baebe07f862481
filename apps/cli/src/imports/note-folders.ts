import { join } from 'node:path'
import { parse } from 'yaml'
import {
  fileOf,
  type ForeignMemory,
  type ForeignPlace,
  type Mapping,
  mappingOf,
  readForeignFile,
  textOf,
} from './foreign-memory.js'

/**
 * Reads the collections of QMD (2.8) from its `index.yml`.
 * @throws ImportError
 */
export function readQmd({ path, home, variables }: ForeignPlace): ForeignMemory {
  const configFolder = variables['XDG_CONFIG_HOME'] || join(home, '.config')
  const usual = join(variables['QMD_CONFIG_DIR'] || join(configFolder, 'qmd'), 'index.yml')
  const file = fileOf(path, ['.qmd/index.yaml', '.qmd/index.yml', 'index.yml'], usual)
  const content = readForeignFile(file, { program: 'qmd', parse, sections: ['collections'] })
  const { collections, ...rest } = content
  const named = Object.entries(mappingOf(collections)).map(([name, each]) => ({
    name: `collection ${name}`,
    ...mappingOf(each),
  }))
  return {
    ...nothing,
    readFrom: [file],
    roots: named.flatMap(({ name, path: folder, pattern = '**/*.md' }: Collection) => {
      const masks = String(pattern).split(betweenMasks)
      const paths = masks.map((mask) => mask.trim()).filter((mask) => mask !== '')
      return textOf(folder) === undefined
        ? []
        : [{ name, source: { kind: 'paths', folder: String(folder), paths } as const }]
    }),
    left: [
      ...named.flatMap(({ name, path: _, pattern: _pattern, ...others }: Collection) =>
        leftOf(others, `${name}: `),
      ),
      ...leftOf(rest),
    ],
  }
}

type Collection = Mapping & { readonly name: string }

const nothing: ForeignMemory = { readFrom: [], roots: [], settings: [], records: [], left: [] }

/** A mask is a glob, or several with commas between them. */
const betweenMasks = /,(?![^{]*\})(?![^[]*\])/u

const reasons: Readonly<Record<string, string>> = {
  ignore: 'write it into a file .recalliteignore in that folder',
  context: 'a root has no description',
  global_context: 'a root has no description',
  update: 'this program runs no commands',
  includeByDefault: 'every search asks all roots; --root NAME asks one',
  models: 'your own model makes vectors anew: recallite setup',
}

function leftOf(content: Mapping, above = ''): ForeignMemory['left'] {
  return Object.entries(content).map(([key, value]) => {
    return {
      what: `${above}${key} ${JSON.stringify(value)}`,
      why: reasons[key] ?? 'it has no counterpart here',
    }
  })
}

/**
 * Reads the projects of basic-memory from its `config.json`; the notes of a project are Markdown files in its folder.
 * @throws ImportError
 */
export function readBasicMemory({ path, home, variables }: ForeignPlace): ForeignMemory {
  const usual = join(variables['BASIC_MEMORY_CONFIG_DIR'] || join(home, '.basic-memory'), 'config.json')
  const file = fileOf(path, ['config.json', '.basic-memory/config.json'], usual)
  const content = readForeignFile(file, {
    program: 'basic-memory',
    parse: JSON.parse,
    sections: ['projects'],
  })
  const projects = Object.entries(mappingOf(content['projects'])).map(([name, project]) => {
    const { path: folder = project, mode } = mappingOf(project)
    return { name: `project ${name}`, folder: mode === 'cloud' ? undefined : textOf(folder) }
  })
  return {
    ...nothing,
    readFrom: [file],
    roots: projects.flatMap(({ name, folder }) => (folder === undefined ? [] : [{ name, source: folder }])),
    left: projects.flatMap(({ name, folder }) =>
      folder === undefined ? [{ what: name, why: 'it is not on this machine' }] : [],
    ),
  }
}
