import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SuiteError } from '../suite/errors.js'
import { openCorpus, type OpenCorpus } from '../suite/open-corpus.js'
import { ourMarkerFile, readOurLayout } from '../suite/our-layout.js'
import { queryLine } from '../suite/query-line.js'
import { readRelevant } from '../suite/read-relevant.js'
import { singleSpaces } from '../suite/single-spaces.js'
import type { SuiteQuery } from '../suite/suite.js'
import { appendLine } from './append-line.js'
import { readExpectedPlace } from './expected-place.js'

/** A query that a suite does not have yet. */
export interface NewQuery {
  readonly text: string
  readonly kind: string
  /** Empty for none. */
  readonly note: string
  /** What answers: `PATH`, `PATH:12` or `PATH:12-15` in the corpus; empty where nothing should be found. */
  readonly expected: readonly string[]
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

function planQuery(
  query: NewQuery,
  asked: readonly SuiteQuery[],
  corpus: OpenCorpus & { file: string },
): SuiteQuery {
  const { text, kind, note, expected } = query
  const { file } = corpus
  checkText(text, asked, file)
  const relevant = expected.map((place) => readExpectedPlace(place, corpus.files))
  return { id: nextId(asked), text, kind, note, ...readRelevant({ file, fields: { relevant } }, corpus) }
}

/**
 * Adds a query to a suite in our layout, at the end of its `queries.jsonl`. Nothing is written where the suite does not
 * read, where the query's text is there already, and where an answer is expected that the corpus does not have.
 * @returns the query that was added
 * @throws SuiteError
 */
export function addQuery(folder: string, query: NewQuery): SuiteQuery {
  if (!existsSync(join(folder, ourMarkerFile))) {
    const message = `There is no ${ourMarkerFile} here. Queries are added to suites that have one; recallite-eval import makes one of others.`
    throw new SuiteError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const { corpus, queries } = readOurLayout(folder)
  const file = join(folder, 'queries.jsonl')
  const documents = openCorpus(corpus.kind === 'folder' ? corpus.path : folder)
  const added = planQuery(query, queries, { ...documents, file })
  appendLine(
    file,
    queryLine(added, (document) => document),
  )
  return added
}
