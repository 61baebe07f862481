import { basename, dirname, join, resolve } from 'node:path'
import { realPathOf, rootDescription } from '@recallite/core/sources'
import { parse } from 'yaml'
import {
  expandHome,
  fileOf,
  type ForeignMemory,
  type ForeignPlace,
  type Mapping,
  mappingOf,
  nothing,
  readForeignFile,
  textOf,
} from './foreign-memory.js'

/**
 * Reads the collections of QMD (2.8) from its `index.yml`, with what is said of each as a whole. The file of a project may name
 * folders of the project alone: another user may have written it.
 * @throws ImportError
 */
export function readQmd({ path, home, variables }: ForeignPlace): ForeignMemory {
  const configFolder = variables['XDG_CONFIG_HOME'] || join(home, '.config')
  const usual = join(variables['QMD_CONFIG_DIR'] || join(configFolder, 'qmd'), 'index.yml')
  const file = fileOf(path, ['.qmd/index.yaml', '.qmd/index.yml', 'index.yml'], usual)
  const content = readForeignFile(file, { program: 'qmd', parse: parseTree, sections: ['collections'] })
  const { collections, global_context: general, ...rest } = content
  const top = dirname(resolve(file))
  const within = basename(top) === '.qmd' ? realPathOf(dirname(top)) : undefined
  const roots: ForeignMemory['roots'][number][] = []
  const left: ForeignMemory['left'][number][] = []
  for (const [title, each] of Object.entries(mappingOf(collections))) {
    const { path: named, pattern = '**/*.md', context, ...others } = mappingOf(each)
    const { description, parts } = readContexts(context, general)
    const paths = String(pattern).trim().split(betweenMasks)
    const folder = textOf(named) ?? within
    const name = `collection ${title}`
    if (folder === undefined) left.push({ what: name, why: 'it has no path' })
    else {
      const from = resolve(within ?? top, expandHome(folder, home))
      roots.push({ name, source: { kind: 'paths', folder: from, paths, within, description } })
    }
    left.push(...[...parts, ...leftOf(others)].map(({ what, why }) => ({ what: `${name}: ${what}`, why })))
  }
  return { ...nothing, readFrom: [file], roots, left: [...left, ...leftOf(rest)] }
}

/** Refuses YAML that refers to itself. */
const parseTree = (text: string): unknown => JSON.parse(JSON.stringify(parse(text)))

/** A mask is a glob, or several with commas between them. */
const betweenMasks = /\s*,(?![^{]*\})(?![^[]*\])\s*/u

/** What is said of a collection as a whole, after what is said of all, and what is said of parts of it. */
function readContexts(context: unknown, general: unknown) {
  const said = [['', general] as const, ...Object.entries(mappingOf(context))]
  const texts = said.flatMap(([part, text]) =>
    textOf(text) === undefined ? [] : [[part, String(text).trim()] as const],
  )
  const whole = texts
    .filter(([part]) => /^\/?$/u.test(part))
    .map(([, text]) => text.replace(/[^.!?。！？]$/u, '$&.'))
  const parts = texts
    .filter(([part]) => !/^\/?$/u.test(part))
    .map(([part, text]) => ({ what: `context of ${part}: ${JSON.stringify(text)}`, why: ofPart }))
  try {
    return { description: rootDescription(whole.join(' ')) || undefined, parts }
  } catch (error) {
    return { description: undefined, parts: [{ what: 'context', why: (error as Error).message }, ...parts] }
  }
}

const ofPart = 'a description is for a whole root; write it into a note in that folder'

const reasons: Readonly<Record<string, string>> = {
  ignore: 'write it into a file .recalliteignore in that folder',
  update: 'this program runs no commands',
  includeByDefault: 'every search asks all roots; --root NAME asks one',
  models: 'your own model makes vectors anew: recallite setup',
}

function leftOf(content: Mapping): ForeignMemory['left'] {
  return Object.entries(content).map(([key, value]) => ({
    what: `${key} ${JSON.stringify(value)}`,
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
    const source = mode === 'cloud' ? undefined : textOf(folder)
    return { name: `project ${name}`, source: source && expandHome(source, home) }
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
