import { statSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { didYouMean } from '@recallite/command-line'
import { listSome } from '../render/figures.js'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { idField, kindField, parseObject, readSuiteFile, textField, type Item } from './json-lines.js'
import { listFiles } from './open-corpus.js'
import { checkIndexed } from './read-relevant.js'
import type { FolderCorpus, Suite, SuiteQuery } from './suite.js'
import { isFields } from '../text-lines.js'

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
  const files = listFiles(corpus)
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

/** How a path in a collection means a file, from strict to lenient; the first that some file meets decides. */
const readings: readonly ((file: string, path: string) => boolean)[] = [
  (file, path) => file === path,
  (file, path) => file.toLowerCase() === path.toLowerCase(),
  (file, path) => `/${file}`.toLowerCase().endsWith(`/${path}`.toLowerCase()),
  (file, path) => `/${asHandle(file)}`.endsWith(`/${asHandle(path)}`),
]

/**
 * Finds the file that QMD names: perhaps with `qmd://collection/` in front, in another case, without the first
 * folders, or by its handle.
 * @throws EvaluationError `SUITE_UNKNOWN_ID`, `SUITE_AMBIGUOUS_PATH`
 */
export function resolvePath(expected: string, files: readonly string[], position: FilePosition): string {
  const path = expected.replace(/^qmd:\/\/[^/]*\//iu, '').replaceAll(/^\/+|\/+$/gu, '')
  const meant = readings.map((isMeant) => files.filter((file) => isMeant(file, path)))
  const [found, ...others] = meant.find(({ length }) => length > 0) ?? []
  if (found !== undefined && others.length === 0) return found
  if (found !== undefined) {
    const quoted = [found, ...others].map((each) => JSON.stringify(each))
    const message = `${JSON.stringify(expected)} may be ${listSome(quoted, mostNamed)}. Write the whole path.`
    throw new EvaluationError('SUITE_AMBIGUOUS_PATH', message, position)
  }
  const hint = didYouMean(path, files)
  const message = `No file of the corpus is ${JSON.stringify(expected)}.${hint} Correct the path, or name the collection's folder with --corpus.`
  throw new EvaluationError('SUITE_UNKNOWN_ID', message, position)
}

/** About QMD's handle of a file: hyphens for everything that is neither letter nor digit, none around folders. */
function asHandle(path: string): string {
  const plain = path.toLowerCase().replaceAll(/[^\p{L}\p{N}/]+/gu, '-')
  return plain.replaceAll(/(?<=^|\/)-+|-+(?=\/|$)/gu, '')
}

function listItems({ file, fields }: Item): Item[] {
  const queries = fields['queries']
  if (Array.isArray(queries) && queries.every(isFields)) {
    return queries.map((query) => ({ file, fields: query }))
  }
  throw malformed({ file }, `"queries" is not a list of objects. ${advice}`)
}

function toQuery(item: Item, taken: Set<string>, files: readonly string[]): SuiteQuery {
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
