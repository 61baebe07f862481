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
  readForeignFile,
  textOf,
} from './foreign-memory.js'

/**
 * Reads the collections of QMD (2.8) and their descriptions from its `index.yml`. The file of a project may name only folders in the
 * project, because another user may have written it.
 * @throws ImportError
 */
export function readQmd({ path, home, variables }: ForeignPlace): ForeignMemory {
  const configFolder = variables['XDG_CONFIG_HOME'] || join(home, '.config')
  const defaultFile = join(variables['QMD_CONFIG_DIR'] || join(configFolder, 'qmd'), 'index.yml')
  const file = fileOf(path, ['.qmd/index.yaml', '.qmd/index.yml', 'index.yml'], defaultFile)
  const content = readForeignFile(file, { program: 'qmd', parse: parseTree, sections: ['collections'] })
  const { collections, global_context: general, ...rest } = content
  const top = dirname(resolve(file))
  const within = basename(top) === '.qmd' ? realPathOf(dirname(top)) : undefined
  const roots: ForeignMemory['roots'][number][] = []
  const left: ForeignMemory['left'][number][] = []
  for (const [title, each] of Object.entries(mappingOf(collections))) {
    const { path: named, pattern = '**/*.md', context, ...others } = mappingOf(each)
    const { description, parts } = readContexts(context, general)
    const paths = masksOf(String(pattern))
    const folder = textOf(named) ?? within
    const name = `collection ${title}`
    if (paths === undefined)
      left.push({ what: name, why: `its pattern has more than ${maxPattern} characters` })
    else if (folder === undefined) left.push({ what: name, why: 'it has no path' })
    else {
      const from = resolve(within ?? top, expandHome(folder, home))
      roots.push({ name, source: { kind: 'paths', folder: from, paths, within, description } })
    }
    left.push(...[...parts, ...leftOf(others)].map(({ what, why }) => ({ what: `${name}: ${what}`, why })))
  }
  return { readFrom: [file], roots, settings: [], left: [...left, ...leftOf(rest)] }
}

/** Throws for YAML with circular references. */
const parseTree = (text: string): unknown => JSON.parse(JSON.stringify(parse(text)))

const maxPattern = 10_000

/** A mask is a glob, or several comma-separated ones; commas in brackets do not separate. Undefined if it is too long. */
function masksOf(pattern: string): string[] | undefined {
  if (pattern.length > maxPattern) return undefined
  const masks = ['']
  let depth = 0
  for (const sign of pattern) {
    if ('{['.includes(sign)) depth += 1
    else if ('}]'.includes(sign)) depth = Math.max(0, depth - 1)
    if (sign === ',' && depth === 0) masks.push('')
    else masks[masks.length - 1] += sign
  }
  return masks.map((mask) => mask.trim())
}

/** The contexts of all collections and of this whole one as a description, and those of its parts as items that are left. */
function readContexts(context: unknown, general: unknown) {
  const entries = [['', general] as const, ...Object.entries(mappingOf(context))]
  const texts = entries.flatMap(([part, text]) =>
    textOf(text) === undefined ? [] : [{ isWhole: /^\/?$/u.test(part), part, text: String(text).trim() }],
  )
  const { whole = [], inner = [] } = Object.groupBy(texts, ({ isWhole }) => (isWhole ? 'whole' : 'inner'))
  const parts = inner.map(({ part, text }) => {
    return { what: `context of ${part}: ${JSON.stringify(text)}`, why: ofPart }
  })
  try {
    const sentences = whole.map(({ text }) => text.replace(/[^.!?。！？]$/u, '$&.'))
    return { description: rootDescription(sentences.join(' ')) || undefined, parts }
  } catch (error) {
    return { description: undefined, parts: [{ what: 'context', why: (error as Error).message }, ...parts] }
  }
}

const ofPart = 'only whole roots have a description; write it to a note in that folder'

const reasons: Readonly<Record<string, string>> = {
  ignore: 'write it to a file .recalliteignore in that folder',
  update: 'this program runs no commands',
  includeByDefault: 'every search covers all roots; --root NAME limits it to one',
  models: 'your own model computes new vectors; to choose one: recallite setup',
}

function leftOf(content: Mapping): ForeignMemory['left'] {
  return Object.entries(content).map(([key, value]) => ({
    what: `${key} ${JSON.stringify(value)}`,
    why: reasons[key] ?? 'there is no such setting here',
  }))
}

/**
 * Reads the projects of basic-memory from its `config.json`; the notes of a project are Markdown files in its folder.
 * @throws ImportError
 */
export function readBasicMemory({ path, home, variables }: ForeignPlace): ForeignMemory {
  const folder = variables['BASIC_MEMORY_CONFIG_DIR'] || join(home, '.basic-memory')
  const file = fileOf(path, ['config.json', '.basic-memory/config.json'], join(folder, 'config.json'))
  const format = { program: 'basic-memory', parse: JSON.parse, sections: ['projects'] }
  const { projects } = readForeignFile(file, format)
  const roots: ForeignMemory['roots'][number][] = []
  const left: ForeignMemory['left'][number][] = []
  for (const [title, project] of Object.entries(mappingOf(projects))) {
    const { path: named = project, mode } = mappingOf(project)
    const [name, source] = [`project ${title}`, mode === 'cloud' ? undefined : textOf(named)]
    if (source === undefined) left.push({ what: name, why: 'it is not on this machine' })
    else roots.push({ name, source: expandHome(source, home) })
  }
  return { readFrom: [file], roots, settings: [], left }
}
