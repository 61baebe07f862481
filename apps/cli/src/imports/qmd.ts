import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import {
  type ForeignMemory,
  type ForeignPlace,
  type ForeignRoot,
  foreign,
  isFolder,
  isMapping,
  type LeftOut,
  mappingOf,
  pathFrom,
  readForeignText,
  textOf,
} from './foreign-memory.js'

/**
 * Reads the collections of QMD (2.8) from its `index.yml`.
 * @throws ImportError
 */
export function readQmd(place: ForeignPlace): ForeignMemory {
  const file = indexFile(place)
  const content = parseYaml(readForeignText(file, 'qmd'), file)
  if (!isMapping(content) || !isMapping(content['collections']))
    throw foreign(file, 'has no collections, as an index of QMD has')
  const collections = Object.entries(content['collections'])
  return {
    readFrom: [file],
    parts: [{ roots: collections.flatMap(([name, each]) => rootOf(name, mappingOf(each), place)), records: [] }],
    settings: [],
    left: [
      ...collections.flatMap(([name, each]) => leftOf(name, mappingOf(each))),
      ...leftOfAll(content),
    ],
  }
}

/** The file of the index: in the folder that is named, or where QMD looks for it. */
function indexFile({ path, home, variables }: ForeignPlace): string {
  const own = variables['QMD_CONFIG_DIR'] || join(variables['XDG_CONFIG_HOME'] || join(home, '.config'), 'qmd')
  if (path !== undefined && !isFolder(path)) return path
  const folders = path === undefined ? [own] : [path, join(path, '.qmd')]
  const files = folders.flatMap((folder) => ['index.yml', 'index.yaml'].map((name) => join(folder, name)))
  return files.find((file) => existsSync(file)) ?? files[0] ?? own
}

function parseYaml(text: string, file: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw foreign(file, 'is no YAML', error)
  }
}

/** A mask is a glob, or several with commas between them. */
const betweenMasks = /,(?![^{]*\})(?![^[]*\])/u

type Mapping = Readonly<Record<string, unknown>>

function rootOf(name: string, { path, pattern }: Mapping, place: ForeignPlace): ForeignRoot[] {
  const folder = textOf(path)
  if (folder === undefined) return []
  const masks = (textOf(pattern) ?? '**/*.md').split(betweenMasks).map((mask) => mask.trim())
  const paths = masks.filter((mask) => mask !== '')
  const source = { kind: 'paths', folder: pathFrom(folder, place), paths } as const
  return [{ name: `collection ${name}`, source }]
}

function leftOf(name: string, { path, ignore, context, update, includeByDefault }: Mapping): LeftOut[] {
  const what = `collection ${name}`
  const ignored = Array.isArray(ignore) ? ignore.join(', ') : textOf(ignore)
  return [
    ...(textOf(path) === undefined ? [{ what, why: 'it has no path' }] : []),
    ...(ignored ? [{ what: `${what}: ignore ${ignored}`, why: ignoreReason }] : []),
    ...Object.entries(mappingOf(context)).map(([folder, text]) => ({
      what: `${what}: context of ${folder} “${String(text)}”`,
      why: contextReason,
    })),
    ...(update === undefined ? [] : [{ what: `${what}: update ${String(update)}`, why: 'this program runs no commands' }]),
    ...(includeByDefault === false ? [{ what: `${what}: includeByDefault`, why: 'every search asks all roots; --root NAME asks one' }] : []),
  ]
}

const ignoreReason = 'write these lines into a file .recalliteignore in that folder'
const contextReason = 'a root has no description'

function leftOfAll({ global_context: context, models }: Mapping): LeftOut[] {
  return [
    ...(textOf(context) === undefined ? [] : [{ what: `global context “${String(context)}”`, why: contextReason }]),
    ...Object.entries(mappingOf(models)).map(([name, model]) => ({
      what: `models.${name} ${String(model)}`,
      why: 'vectors are not taken, and another model may serve: recallite setup',
    })),
    {what: 'the index', why: 'it is made again from the files'},
  ]
}
