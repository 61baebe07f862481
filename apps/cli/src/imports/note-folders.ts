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
  const roots: ForeignMemory['roots'][number][] = []
  const left: ForeignMemory['left'][number][] = []
  for (const [name, each] of Object.entries(mappingOf(collections))) {
    const { path: folder, pattern = '**/*.md', ...others } = mappingOf(each)
    const paths = String(pattern).split(betweenMasks)
    const source = { kind: 'paths', folder: String(folder), paths: paths.map((mask) => mask.trim()) } as const
    if (textOf(folder) === undefined) left.push({ what: `collection ${name}`, why: 'it has no path' })
    else roots.push({ name: `collection ${name}`, source })
    left.push(...leftOf(others, `collection ${name}: `))
  }
  return { ...nothing, readFrom: [file], roots, left: [...left, ...leftOf(rest)] }
}

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
  return Object.entries(content).map(([key, value]) => ({
    what: `${above}${key} ${JSON.stringify(value)}`,
    why: reasons[key] ?? 'it has no counterpart here',
  }))
}

/**
 * Reads the projects of basic-memory from its `config.json`; the notes of a project are Markdown files in its folder.
 * @throws ImportError
 */
export function readBasicMemory({ path, home, variables }: ForeignPlace): ForeignMemory {
  const usual = join(variables['BASIC_MEMORY_CONFIG_DIR'] || join(home, '.basic-memory'), 'config.json')
  const file = fileOf(path, ['config.json', '.basic-memory/config.json'], usual)
  const theirs = { program: 'basic-memory', parse: JSON.parse, sections: ['projects'] }
  const { projects } = readForeignFile(file, theirs)
  const folders = Object.entries(mappingOf(projects)).map(([name, project]) => {
    const { path: folder = project, mode } = mappingOf(project)
    return { name: `project ${name}`, source: mode === 'cloud' ? undefined : textOf(folder) }
  })
  return {
    ...nothing,
    readFrom: [file],
    roots: folders.flatMap(({ name, source }) => (source === undefined ? [] : [{ name, source }])),
    left: folders
      .filter(({ source }) => source === undefined)
      .map(({ name }) => ({ what: name, why: 'it is not on this machine' })),
  }
}
