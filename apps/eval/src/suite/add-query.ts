import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { realPathOf } from '@recallite/core/sources'
import { UsageError, writeWhole } from '@recallite/command-line'
import { withLock, type LockOptions } from '@recallite/command-line/with-lock'
import { reasonOf } from '@recallite/core'
import { EvaluationError } from '../errors.js'
import { openCorpus, singleSpaces, type OpenCorpus } from './open-corpus.js'
import { readOurLayout, readQuery } from './our-layout.js'
import { ourMarkerFile, queriesFile, type SuiteQuery } from './suite.js'
import { queryLine } from './write-suite.js'
import { fields, list, number, text as anyText, where, type ValueOf } from '../shape.js'
import { parseFields } from '../text-lines.js'

/** A query to add to a suite. Its note may be empty; `expected` is empty if no document answers. */
export interface NewQuery {
  readonly text: string
  readonly kind: string
  readonly note: string
  /** Documents that answer: a typed `PATH`, `PATH:12` or `PATH:12-15` in the corpus, or a result of a search. */
  readonly expected: readonly (string | LastSearchResult)[]
}

const addedId = /^added-(\d+)$/u
const pathAndLines = /^(.+):(\d+)(?:-(\d+))?$/su

/**
 * Adds a query at the end of a suite's `queries.jsonl`, unless the suite cannot be read, has a query of the same text,
 * or lacks an expected answer. Processes that add at the same time wait for each other.
 * @throws EvaluationError; LockedError if another process does not end
 */
export async function addQuery(folder: string, query: NewQuery, options?: LockOptions) {
  if (!existsSync(join(folder, ourMarkerFile))) {
    const message = `There is no ${ourMarkerFile} here. Queries are added to suites that have one; recallite-eval import makes one of others.`
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const file = join(folder, queriesFile)
  // The lock is on the real file, so that it is the same through every link.
  return withLock(realPathOf(file) ?? file, () => addTo(folder, file, query), options)
}

/** Replaces numbers by the results at these ranks; without any, expects the first result. Throws a UsageError. */
export function expectOfSearch(search: LastSearch, expected: readonly string[]): NewQuery['expected'] {
  const wanted = expected.length > 0 ? expected : ['1']
  const { query, results } = search
  const found = results.length === 0 ? 'found nothing' : `has the results 1 to ${results.length}`
  return wanted.map((each) => {
    const result = /^\d+$/u.test(each) ? results[Number(each) - 1] : each
    if (result !== undefined) return result
    throw new UsageError(
      `The last search, ${JSON.stringify(query)}, ${found}, not ${Number(each)}. Name a file: --expect PATH`,
    )
  })
}

/** What the CLI writes as `version`. */
const version = 1

const isResult = fields({
  /** The name of the root in the memory. */
  root: anyText,
  /** The path in the root, with forward slashes. */
  path: anyText,
})

const isSearch = fields({
  version: where(number, String(version), (value) => value === version),
  query: anyText,
  /** Best first; a file may be there several times. */
  results: list(isResult),
})

/** A file that was found. */
export type LastSearchResult = ValueOf<typeof isResult>

/** What `recallite search` was asked for last, and what it found. */
export type LastSearch = Omit<ValueOf<typeof isSearch>, 'version'>

const searchFirst = 'recallite search …'

/**
 * Reads the last search in a database, as `recallite` keeps it in `<database>.last-search.json`.
 * @throws EvaluationError `LAST_SEARCH_MISSING`, `LAST_SEARCH_UNREADABLE`, `LAST_SEARCH_MALFORMED`
 */
export function readLastSearch(database: string): LastSearch {
  if (database === ':memory:') {
    const message = 'Searches in a database that is no file are not kept. Name another with --db.'
    throw new EvaluationError('LAST_SEARCH_MISSING', message)
  }
  const file = `${database}.last-search.json`
  const search = parseFields(readText(file))
  if (isSearch(search, { path: '', wanted: '' })) return { query: search.query, results: search.results }
  const message = `${file} was not written by this version. Search again: ${searchFirst}`
  throw new EvaluationError('LAST_SEARCH_MALFORMED', message)
}

function addTo(folder: string, file: string, { text, kind, note, expected }: NewQuery) {
  const { name, corpus, queries } = readOurLayout(folder)
  const twin = queries.find((query) => singleSpaces(query.text) === singleSpaces(text))
  if (twin) {
    const message = `${JSON.stringify(text)} is asked already, by ${JSON.stringify(twin.id)}. Change what it expects there, or ask for something else.`
    throw new EvaluationError('SUITE_DUPLICATE', message, { file })
  }
  const documents = openCorpus(corpus)
  const relevant = expected.map((each) =>
    typeof each === 'string' ? readTyped(each) : readFound(each, documents, file),
  )
  const taken = new Set(queries.map(({ id }) => id))
  // Read as the suite's reader will read it, so that a line which it would refuse is not written.
  const item = { file, fields: { id: nextId(queries), text, kind, relevant, note } }
  const query = readQuery(item, { taken, corpus: documents })
  appendLine(file, queryLine(query))
  return { suite: name, query }
}

/** One more than the highest, so that the id of a removed query is not reused while later ones exist. */
function nextId(queries: readonly SuiteQuery[]): string {
  const numbers = queries.map(({ id }) => Number(addedId.exec(id)?.[1] ?? 0))
  return `added-${Math.max(0, ...numbers) + 1}`
}

/** `PATH:12` is never a file of that name: an index does not take files with such an ending. */
function readTyped(text: string) {
  const [, path, first, last = first] = pathAndLines.exec(text) ?? []
  return path === undefined ? { path: text } : { path, lines: [Number(first), Number(last)] }
}

/** Rejects a result that is no file of the corpus, since the search was then in other documents. */
function readFound({ root, path }: LastSearchResult, corpus: OpenCorpus, file: string) {
  if (corpus.has(path)) return { path }
  const message = `The search found ${root}:${path}, and ${corpus.name} has no file ${path}. Search in a memory of those documents, or name one of them: --expect PATH`
  throw new EvaluationError('SUITE_UNKNOWN_ID', message, { file })
}

/** Appends a line as one atomic write. The bytes before it stay; a last line without a line end gets one. */
function appendLine(file: string, line: string): void {
  const target = realPathOf(file) ?? file
  const before = readFileSync(target)
  const isOpen = before.length > 0 && !before.subarray(-1).equals(Buffer.from('\n'))
  writeWhole(target, [before, isOpen ? '\n' : '', line])
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
      const message = `There is no last search beside this database (${file}). Search first: ${searchFirst}`
      throw new EvaluationError('LAST_SEARCH_MISSING', message, { cause })
    }
    const message = `The last search, ${file}, cannot be read (${reasonOf(cause)}). Make it readable, or remove it and search again: ${searchFirst}`
    throw new EvaluationError('LAST_SEARCH_UNREADABLE', message, { cause })
  }
}
