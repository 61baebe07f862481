import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import {
  type LastSearch,
  type LastSearchResult,
  type LockOptions,
  UsageError,
  withLock,
  writeWhole,
} from '@recallite/command-line'
import { SuiteError, type SuitePlace } from './errors.js'
import { type OpenCorpus, openCorpus, singleSpaces } from './open-corpus.js'
import { readOurLayout, readQuery } from './our-layout.js'
import { type SuiteQuery, ourMarkerFile, queriesFile } from './suite.js'
import { queryLine } from './write-suite.js'

/** A query that a suite does not have yet. */
export interface NewQuery {
  readonly text: string
  readonly kind: string
  /** Empty for none. */
  readonly note: string
  /** Empty where nothing should be found. */
  readonly expected: readonly Expected[]
}

/** A query that a suite has now. */
export interface AddedQuery {
  /** The suite's name. */
  readonly suite: string
  readonly query: SuiteQuery
}

/** What answers, as typed (`PATH`, `PATH:12` or `PATH:12-15` in the corpus) or as a search found it. */
export type Expected = string | LastSearchResult

const newline = '\n'

const pathAndLines = /^(.+):(\d+)(?:-(\d+))?$/su

const addedId = /^added-(\d+)$/u

const place = /^\d+$/u

/**
 * Adds a query to a suite in our layout, at the end of its `queries.jsonl`. Nothing is written where the suite does not
 * read, where the query's text is there already, and where an answer is expected that the corpus does not have. Several
 * processes may add at the same time: one waits for the other.
 * @throws SuiteError; LockedError where another process does not end
 */
export async function addQuery(folder: string, query: NewQuery, options?: LockOptions): Promise<AddedQuery> {
  if (!existsSync(join(folder, ourMarkerFile))) {
    const message = `There is no ${ourMarkerFile} here. Queries are added to suites that have one; recallite-eval import makes one of others.`
    throw new SuiteError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const file = join(folder, queriesFile)
  // By whichever way the file is reached, there is one lock.
  const locked = existsSync(file) ? realpathSync(file) : file
  return withLock(locked, () => addTo(folder, file, query), options)
}

/**
 * What is expected of a query that was searched for: places among its results stand for the files found there, everything
 * else for itself; without any it is the first result.
 * @throws UsageError where there is no such result
 */
export function expectOfSearch(search: LastSearch, expected: readonly string[]): Expected[] {
  const wanted = expected.length > 0 ? expected : ['1']
  return wanted.map((each) => (place.test(each) ? resultAt(search, Number(each)) : each))
}

/** Higher than any before, so that the id of a query that was taken out is not given again while later ones are there. */
function nextId(queries: readonly SuiteQuery[]): string {
  const numbers = queries.map(({ id }) => Number(addedId.exec(id)?.[1] ?? 0))
  return `added-${Math.max(0, ...numbers) + 1}`
}

function checkText(text: string, queries: readonly SuiteQuery[], file: string): void {
  const twin = queries.find((query) => singleSpaces(query.text) === singleSpaces(text))
  if (!twin) return
  const message = `${JSON.stringify(text)} is asked already, by ${JSON.stringify(twin.id)}. Change what it expects there, or ask for something else.`
  throw new SuiteError('SUITE_DUPLICATE', message, { file })
}

/** As it will be read: what would be refused then is refused now. */
function planQuery(
  query: NewQuery,
  asked: readonly SuiteQuery[],
  corpus: OpenCorpus & { file: string },
): SuiteQuery {
  const { text, kind, note, expected } = query
  const { file } = corpus
  checkText(text, asked, file)
  const relevant = expected.map((place) => readExpectedPlace(place, corpus, { file }))
  const taken = new Set(asked.map(({ id }) => id))
  return readQuery({ file, fields: { id: nextId(asked), text, kind, relevant, note } }, { taken, corpus })
}

function addTo(folder: string, file: string, query: NewQuery): AddedQuery {
  const { name, corpus, queries } = readOurLayout(folder)
  const documents = openCorpus(corpus)
  const added = planQuery(query, queries, { ...documents, file })
  appendLine(
    file,
    queryLine(added, (document) => document),
  )
  return { suite: name, query: added }
}

/**
 * Puts a line at the end of a file, all of it or nothing: whoever reads the file sees it before or after. What was there
 * stays as it is, byte for byte, but that its last line gets an end if it has none. A link is followed.
 * @param line with its end
 */
function appendLine(file: string, line: string): void {
  const target = realpathSync(file)
  const before = readFileSync(target)
  const isOpen = before.length > 0 && before.at(-1) !== newline.charCodeAt(0)
  writeWhole(target, [before, isOpen ? newline : '', line])
}

function resultAt({ query, results }: LastSearch, number: number): LastSearchResult {
  const result = results[number - 1]
  if (result) return result
  const found = results.length === 0 ? 'found nothing' : `has the results 1 to ${results.length}`
  throw new UsageError(
    `The last search, ${JSON.stringify(query)}, ${found}, not ${number}. Name a file: --expect PATH`,
  )
}

/** A document that answers, and where in it. */
interface ExpectedPlace {
  /** In the corpus, with forward slashes. */
  readonly path: string
  /** First and last line, from 1, as typed; undefined for the whole document. */
  readonly lines?: readonly [first: number, last: number]
}

/** A file that has such a name as a whole is not meant: by its ending it is nothing to index. */
function readTyped(text: string): ExpectedPlace {
  const [, path, first, last = first] = pathAndLines.exec(text) ?? []
  return path === undefined ? { path: text } : { path, lines: [Number(first), Number(last)] }
}

/** Nobody knows whether the search was in the suite's documents; where they have no such file, it was not. */
function readFound({ root, path }: LastSearchResult, corpus: OpenCorpus, place: SuitePlace): ExpectedPlace {
  if (corpus.files.has(path)) return { path }
  const message = `The search found ${root}:${path}, and ${corpus.place} has no file ${path}. Search in a memory of those documents, or name one of them: --expect PATH`
  throw new SuiteError('SUITE_UNKNOWN_ID', message, place)
}

/**
 * The document that is expected to answer, and where in it.
 * @param place what is blamed
 * @throws SuiteError `SUITE_UNKNOWN_ID` where a file that was found is not in the corpus; a typed one is not looked for
 */
function readExpectedPlace(expected: Expected, corpus: OpenCorpus, place: SuitePlace): ExpectedPlace {
  return typeof expected === 'string' ? readTyped(expected) : readFound(expected, corpus, place)
}
