import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { withLock, type LockOptions } from '@recallite/command-line'
import { SuiteError } from '../suite/errors.js'
import { ourMarkerFile, queriesFile } from '../suite/layout-files.js'
import { openCorpus, type OpenCorpus } from '../suite/open-corpus.js'
import { readOurLayout, readQuery } from '../suite/our-layout.js'
import { queryLine } from '../suite/query-line.js'
import { singleSpaces } from '../suite/single-spaces.js'
import type { SuiteQuery } from '../suite/suite.js'
import { appendLine } from './append-line.js'
import { readExpectedPlace, type Expected } from './expected-place.js'

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

const addedId = /^added-(\d+)$/u

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
