import type { Chunking, SearchTimings } from '@recallite/core'
import type { ModelIdentity } from '@recallite/embeddings'
import type { Passage } from '../suite/suite.js'
import { overall } from '../summary/row.js'
import type {
  Answer,
  KeptContribution,
  RankedDocument,
  RunEnvironment,
  RunHeader,
  RunQuery,
  RunSettings,
  RunSuite,
  ShownResult,
} from './run.js'
import {
  type Shape,
  distinct,
  fields,
  list,
  nullable,
  number,
  optional,
  pair,
  record,
  text,
  truth,
  where,
  whole,
} from './shape.js'

const highestGrade = 100
const fromOne = whole(1)

function itself(name: string): string {
  return name
}

const isPassage = fields<Passage>({
  document: text,
  lines: optional(pair(fromOne)),
  contains: optional(text),
})

const isQuery = fields<RunQuery>({
  id: text,
  text,
  kind: where(text, `other than "${overall}", which means queries of all kinds`, (kind) => kind !== overall),
  grades: record(whole(0, highestGrade)),
  passages: list(isPassage),
})

const isSuite = fields<RunSuite>({
  name: text,
  description: text,
  queries: distinct(isQuery, ({ id }) => id),
  blank: whole(0),
  corpus: text,
})

const isSettings = fields<RunSettings>({
  model: nullable(
    fields<ModelIdentity>({ provider: text, model: text, dimensions: fromOne, promptStyle: text }),
  ),
  minScore: number,
  candidates: fromOne,
  chunking: fields<Chunking>({ target: number, overlap: number }),
})

/** What a run is about. Suites, queries and strategies have names of their own. */
export const isRunHeader: Shape<RunHeader> = fields<RunHeader>({
  settings: nullable(isSettings),
  depth: fromOne,
  strategies: where(distinct(text, itself), 'a list of at least one name', ({ length }) => length > 0),
  suites: distinct(isSuite, ({ name }) => name),
  environment: fields<RunEnvironment>({ version: text, node: text, platform: text, processor: text }),
  startedAt: text,
})

const place = { document: text, startLine: fromOne, endLine: fromOne, score: number, evidence: number }

const isContribution = fields<KeptContribution>({
  source: text,
  rank: nullable(fromOne),
  raw: nullable(number),
  coverage: optional(number),
  value: number,
})

const isRanked = fields<RankedDocument>({
  ...place,
  heading: list(text),
  snippet: text,
  contributions: list(isContribution),
})

const isTimings = fields<SearchTimings>({
  total: number,
  sync: number,
  keyword: number,
  vector: number,
  embed: number,
  rank: number,
})

function isDetailOfFirst({ documents, ranking }: Answer): boolean {
  return ranking.every(({ document }, index) => document === documents[index])
}

const isAnswer = where(
  fields<Answer>({
    suite: text,
    strategy: text,
    query: text,
    documents: distinct(text, itself),
    ranking: list(isRanked),
    results: nullable(list(fields<ShownResult>({ ...place, hasPassage: truth }))),
    timings: nullable(isTimings),
    degraded: list(text),
  }),
  'an answer whose ranking begins as its documents do',
  isDetailOfFirst,
)

/** A line with what a strategy answered to a query. Documents are distinct, the first of them are those in detail. */
export const isAnswerLine: Shape<{ readonly answer: Answer }> = fields<{ readonly answer: Answer }>({
  answer: isAnswer,
})
