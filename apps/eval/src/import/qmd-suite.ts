import { statSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { listSome } from '../render/figures.js'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { idField, kindField, parseObject, readSuiteFile, textField, type Item } from '../suite/json-lines.js'
import { listFiles } from '../suite/open-corpus.js'
import { checkIndexed } from '../suite/read-relevant.js'
import type { FolderCorpus, Suite, SuiteQuery } from '../suite/suite.js'
import { isFields } from '../text-lines.js'

type PathIndex = ReturnType<typeof indexPaths>

const searchPrefix = /^(?:lex|vec|hyde):\s*/iu
const intentLine = /^intent:/iu
const mostNamed = 5
const advice = "Name a fixture of 'qmd bench'."

/**
 * Reads a fixture of QMD's bench, {description, queries: [{id, query, type, description, expected_files}]}, as a suite
 * over the collection's folder, `corpus`. The suite is called as the file unless `name` says otherwise;
 * `expected_in_top_k` is ignored.
 * @throws EvaluationError
 */
export function readQmdSuite(
  file: string,
  { corpus, name }: { readonly corpus: string; readonly name?: string | undefined },
): Suite<FolderCorpus> {
  const fields = parseObject(readSuiteFile(file), { file }, { subject: 'This', advice })
  const fixture = { file, fields }
  if (!statSync(corpus, { throwIfNoEntry: false })?.isDirectory()) {
    const message = 'This is not a folder. Name that of the collection with --corpus.'
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file: corpus })
  }
  const files = indexPaths(listFiles(corpus))
  const taken = new Set<string>()
  return {
    name: name ?? basename(file, extname(file)),
    description: textField(fixture, 'description', ''),
    corpus: { kind: 'folder', path: resolve(corpus) },
    queries: listItems(fixture).map((item) => toQuery(item, taken, files)),
  }
}

/**
 * Reads the words of a QMD query, which may hold several searches, a line each, with `lex:`, `vec:` or `hyde:` in
 * front, and a line `intent:`. The words of the searches stay, once each.
 */
export function plainQuery(query: string): string {
  const lines = query.split('\n').map((line) => line.trim())
  if (!lines.some((line) => searchPrefix.test(line))) return query
  const words = lines.filter((line) => !intentLine.test(line)).map((line) => line.replace(searchPrefix, ''))
  return [...new Set(words)].filter((line) => line !== '').join('\n')
}

/**
 * Finds the file that QMD names: perhaps with `qmd://collection/` in front, in another case, without the first
 * folders, or by its handle.
 * @throws EvaluationError `SUITE_UNKNOWN_ID`, `SUITE_AMBIGUOUS_PATH`
 */
export function resolvePath(expected: string, files: PathIndex, position: FilePosition): string {
  const inCollection = expected.replace(/^qmd:\/\/[^/]*\//iu, '').replaceAll(/^\/+|\/+$/gu, '')
  const candidates = files.find(inCollection)
  const [path, ...others] = candidates
  if (path !== undefined && others.length === 0) return path
  if (path !== undefined) {
    const message = `${JSON.stringify(expected)} may be ${nameSome(candidates)}. Write the whole path.`
    throw new EvaluationError('SUITE_AMBIGUOUS_PATH', message, position)
  }
  const similar = files.withNameOf(expected)
  const hint = similar.length > 0 ? ` Of that name there is ${nameSome(similar)}.` : ''
  const message = `No file of the corpus is ${JSON.stringify(expected)}.${hint} Correct the path, or name the collection's folder with --corpus.`
  throw new EvaluationError('SUITE_UNKNOWN_ID', message, position)
}

/** Indexes the paths of a corpus for all look-ups. */
export function indexPaths(files: readonly string[]) {
  // From strict to lenient; the first index that has a path decides.
  const lookups = [
    (path: string) => [path],
    (path: string) => [path.toLowerCase()],
    (path: string) => suffixesOf(path.toLowerCase()),
    (path: string) => suffixesOf(asHandle(path)),
  ].map((keysOf) => {
    const keys = files.flatMap((path) => keysOf(path).map((key) => ({ key, path })))
    const groups = Map.groupBy(keys, ({ key }) => key)
    return (path: string) => groups.get(keysOf(path)[0] ?? '')?.map((each) => each.path)
  })
  const names = Map.groupBy(files, nameOf)
  return {
    /** The files that a path in the collection may mean. */
    find: (path: string) =>
      lookups.reduce<readonly string[] | undefined>((found, lookUp) => found ?? lookUp(path), undefined) ??
      [],
    /** The files whose name is similar to that of the path. */
    withNameOf: (path: string): readonly string[] => names.get(nameOf(path)) ?? [],
  }
}

/** About QMD's handle of a file: hyphens for everything that is neither letter nor digit, none around folders. */
function asHandle(path: string): string {
  const plain = path.toLowerCase().replaceAll(/[^\p{L}\p{N}/]+/gu, '-')
  return plain.replaceAll(/(?<=^|\/)-+|-+(?=\/|$)/gu, '')
}

/** The handle of a path's last part. */
function nameOf(path: string): string {
  return asHandle(path.slice(path.lastIndexOf('/') + 1))
}

/** A path, then the same path without its first folders. */
function suffixesOf(path: string): string[] {
  const folders = path.split('/')
  return folders.map((_, depth) => folders.slice(depth).join('/'))
}

function nameSome(paths: readonly string[]): string {
  const quoted = paths.map((path) => JSON.stringify(path))
  return listSome(quoted, mostNamed)
}

function listItems({ file, fields }: Item): Item[] {
  const queries = fields['queries']
  if (Array.isArray(queries) && queries.every(isFields)) {
    return queries.map((query) => ({ file, fields: query }))
  }
  throw malformed({ file }, `"queries" is not a list of objects. ${advice}`)
}

function toQuery(item: Item, taken: Set<string>, files: PathIndex): SuiteQuery {
  const id = idField(item, taken)
  const expected = item.fields['expected_files']
  if (!Array.isArray(expected) || !expected.every((path) => typeof path === 'string')) {
    throw malformed(item, `"expected_files" of ${JSON.stringify(id)} is not a list of paths. Give it as one.`)
  }
  const paths = expected.map((path) => checkIndexed(resolvePath(path, files, item), item))
  return {
    id,
    text: plainQuery(textField(item, 'query')),
    kind: kindField(item, 'type', ''),
    grades: new Map(paths.map((path) => [path, 1])),
    passages: [],
    note: textField(item, 'description', ''),
  }
}
