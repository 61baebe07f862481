import { statSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { SuiteError, type SuitePlace } from '../suite/errors.js'
import { type Item, idField, isFields, kindField, readSuiteFile, textField } from '../suite/json-lines.js'
import { listFiles } from '../suite/open-corpus.js'
import { checkIndexed } from '../suite/read-relevant.js'
import type { Suite, SuiteQuery } from '../suite/suite.js'

/** What a fixture is read with. */
export interface QmdSuiteOptions {
  /** The collection's folder. */
  readonly corpus: string
  /** What to call the suite; default the fixture's file name. */
  readonly name?: string | undefined
}

/** Files of a corpus, to be found by what QMD calls them. */
export interface PathIndex {
  /** Paths of the files that a path in the collection may mean; none where it means none. */
  readonly find: (path: string) => readonly string[]
  /** Paths of the files whose name is about that of the path. */
  readonly withNameOf: (path: string) => readonly string[]
}

const search = /^(?:lex|vec|hyde):\s*/iu

const intent = /^intent:/iu

const sameCase = (path: string) => path

const anyCase = (path: string) => path.toLowerCase()

/** From strict to lenient; the first that finds something decides. */
const comparisons = [
  { fold: sameCase, takesSuffix: false },
  { fold: anyCase, takesSuffix: false },
  { fold: anyCase, takesSuffix: true },
  { fold: asHandle, takesSuffix: true },
]

const mostNamed = 5

/**
 * Reads a fixture of QMD's bench, {description, queries: [{id, query, type, description, expected_files}]}, as a suite
 * over the collection's folder. How many results QMD wants to see (`expected_in_top_k`) is not kept.
 * @throws SuiteError
 */
export function readQmdSuite(file: string, { corpus, name }: QmdSuiteOptions): Suite {
  const fixture = parseFixture(file)
  const files = indexCorpus(corpus)
  const taken = new Set<string>()
  return {
    name: name ?? basename(file, extname(file)),
    description: textField(fixture, 'description', ''),
    corpus: { kind: 'folder', path: resolve(corpus) },
    queries: listItems(fixture).map((item) => toQuery(item, taken, files)),
  }
}

/**
 * A query of QMD in words alone. QMD takes several searches in one query, a line each, with `lex:`, `vec:` or `hyde:` in
 * front, and `intent:` for what is meant: the searches' words stay, once each.
 */
export function plainQuery(query: string): string {
  const lines = query.split('\n').map((line) => line.trim())
  if (!lines.some((line) => search.test(line))) return query
  const words = lines.filter((line) => !intent.test(line)).map((line) => line.replace(search, ''))
  return [...new Set(words)].filter((line) => line !== '').join('\n')
}

/**
 * The one file that an expected file of QMD's means: perhaps with `qmd://collection/` in front, in other capitals, without
 * the first folders, or by its handle, as QMD prints it.
 * @param files those of the corpus
 * @throws SuiteError `SUITE_UNKNOWN_ID`, `SUITE_AMBIGUOUS_PATH`
 */
export function resolvePath(expected: string, files: PathIndex, place: SuitePlace): string {
  const candidates = files.find(inCollection(expected))
  const [path, ...others] = candidates
  if (path === undefined) throw notFound(expected, files, place)
  if (others.length === 0) return path
  const message = `${JSON.stringify(expected)} may be ${nameSome(candidates)}. Write the whole path.`
  throw new SuiteError('SUITE_AMBIGUOUS_PATH', message, place)
}

/** Folds the paths of a corpus once, for all that is looked for in it. */
export function indexPaths(files: readonly string[]): PathIndex {
  const lookups = comparisons.map(({ fold, takesSuffix }) => {
    const groups = groupByKeys(files, (path) => (takesSuffix ? suffixesOf(fold(path)) : [fold(path)]))
    return (path: string) => groups.get(fold(path))
  })
  const names = groupByKeys(files, (path) => [nameHandle(path)])
  return {
    find(path) {
      for (const lookUp of lookups) {
        const found = lookUp(path)
        if (found) return found
      }
      return []
    },
    withNameOf: (path) => names.get(nameHandle(path)) ?? [],
  }
}

function parseFixture(file: string): Item {
  try {
    const fields: unknown = JSON.parse(readSuiteFile(file))
    if (isFields(fields)) return { file, fields }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const message = `This is not JSON (${cause.message}). Name a fixture of 'qmd bench'.`
    throw new SuiteError('SUITE_MALFORMED', message, { file, cause })
  }
  throw new SuiteError('SUITE_MALFORMED', "This is not a JSON object. Name a fixture of 'qmd bench'.", {
    file,
  })
}

function indexCorpus(folder: string): PathIndex {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return indexPaths(listFiles(folder))
  const message = 'This is not a folder. Name that of the collection with --corpus.'
  throw new SuiteError('SUITE_NOT_FOUND', message, { file: folder })
}

function listItems({ file, fields }: Item): Item[] {
  const queries = fields['queries']
  if (!Array.isArray(queries) || !queries.every(isFields)) {
    const message = '"queries" is not a list of objects. Name a fixture of \'qmd bench\'.'
    throw new SuiteError('SUITE_MALFORMED', message, { file })
  }
  return queries.map((query) => ({ file, fields: query }))
}

function expectedFiles({ file, fields }: Item, id: string): string[] {
  const paths = fields['expected_files']
  if (Array.isArray(paths) && paths.every((path) => typeof path === 'string')) return paths
  const message = `"expected_files" of ${JSON.stringify(id)} is not a list of paths. Give it as one.`
  throw new SuiteError('SUITE_MALFORMED', message, { file })
}

function toQuery(item: Item, taken: Set<string>, files: PathIndex): SuiteQuery {
  const id = idField(item, taken)
  const paths = expectedFiles(item, id).map((path) => checkIndexed(resolvePath(path, files, item), item))
  return {
    id,
    text: plainQuery(textField(item, 'query')),
    kind: kindField(item, 'type', ''),
    grades: new Map(paths.map((path) => [path, 1])),
    passages: [],
    note: textField(item, 'description', ''),
  }
}

/** From the collection's folder on, as QMD compares. */
function inCollection(path: string): string {
  return path.replace(/^qmd:\/\/[^/]*\//iu, '').replaceAll(/^\/+|\/+$/gu, '')
}

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).map((path) => JSON.stringify(path))
  const more = paths.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function notFound(expected: string, files: PathIndex, place: SuitePlace): SuiteError {
  const alike = files.withNameOf(expected)
  const hint = alike.length > 0 ? ` Of that name there is ${nameSome(alike)}.` : ''
  const message = `No file of the corpus is ${JSON.stringify(expected)}.${hint} Correct the path, or name the collection's folder with --corpus.`
  return new SuiteError('SUITE_UNKNOWN_ID', message, place)
}

/** About what QMD calls a file: hyphens for whatever is neither letter nor digit, none around folders. */
function asHandle(path: string): string {
  const plain = path.toLowerCase().replaceAll(/[^\p{L}\p{N}/]+/gu, '-')
  return plain.replaceAll(/(?<=^|\/)-+|-+(?=\/|$)/gu, '')
}

function nameHandle(path: string): string {
  return asHandle(path.slice(path.lastIndexOf('/') + 1))
}

/** A path, and what is left of it without its first folders. */
function suffixesOf(path: string): string[] {
  const folders = path.split('/')
  return folders.map((_, place) => folders.slice(place).join('/'))
}

function groupByKeys(
  files: readonly string[],
  keysOf: (path: string) => readonly string[],
): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const path of files) {
    for (const key of keysOf(path)) {
      const group = groups.get(key)
      if (group) group.push(path)
      else groups.set(key, [path])
    }
  }
  return groups
}
