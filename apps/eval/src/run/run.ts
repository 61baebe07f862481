import type { Chunking, SearchTimings } from '@recallite/core'
import type { ModelIdentity } from '@recallite/embeddings'
import type { Contribution } from '@recallite/fusion'
import { allKinds, type Passage } from '../suite/suite.js'
import {
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
  type Shape,
  type ValueOf,
} from '../shape.js'

const highestGrade = 100
const fromOne = whole(1)
const span = { document: text, startLine: fromOne, endLine: fromOne, score: number, confidence: number }

const isPassage = fields<Passage>({
  document: text,
  lines: optional(pair(fromOne)),
  contains: optional(text),
})

const isQuery = fields<RunQuery>({
  id: text,
  text,
  kind: where(
    text,
    `other than "${allKinds}", which means queries of all kinds`,
    (kind) => kind !== allKinds,
  ),
  grades: record(whole(0, highestGrade)),
  passages: list(isPassage),
  foreign: optional(text),
  recall: optional(text),
})

const isSuite = fields({
  name: text,
  description: text,
  /** Without queries whose text is blank. */
  queries: distinct(isQuery, ({ id }) => id),
  /** How many queries were left out because their text is blank. */
  blank: whole(0),
  /** A fingerprint of the documents; empty if it is not known. */
  corpus: text,
})

/** Checks the identity of an embedding model. */
export const isModelIdentity = fields<ModelIdentity>({
  provider: text,
  model: text,
  dimensions: fromOne,
  promptStyle: text,
})

const isSettings = fields<RunSettings>({
  model: nullable(isModelIdentity),
  reranker: optional(text),
  store: optional(text),
  threshold: number,
  candidates: fromOne,
  chunking: fields<Chunking>({ target: number, overlap: number, pieces: optional(truth) }),
  search: optional(text),
})

/** Checks what is known of a run before its first answer; suites, queries and strategies have distinct names. */
export const isRunHeader = fields({
  /** Null if another program made the run. */
  settings: nullable(isSettings),
  /** Distinct documents ranked for each query; measures look no deeper. */
  depth: fromOne,
  /** By name, in the order of the tables; each strategy was asked every query. */
  strategies: where(
    distinct(text, (name) => name),
    'a list of at least one name',
    ({ length }) => length > 0,
  ),
  suites: distinct(isSuite, ({ name }) => name),
  /** The program and the machine that made the run. */
  environment: fields({ version: text, node: text, platform: text, processor: text }),
  /** ISO 8601. */
  startedAt: text,
})

const isRanked = fields({
  ...span,
  heading: list(text),
  snippet: text,
  contributions: list(
    fields<KeptContribution>({
      source: text,
      rank: nullable(fromOne),
      raw: nullable(number),
      coverage: optional(number),
      value: number,
    }),
  ),
})

const isResult = fields({
  ...span,
  /** Whether the chunk holds one of the passages that answer the query. */
  hasPassage: truth,
})

const isTimings = fields<SearchTimings>({
  total: number,
  sync: number,
  keyword: number,
  vector: number,
  embed: number,
  rank: number,
})

const isGiven = fields({
  /** How many tokens the text that an agent is given has, by the estimate of `--max-tokens`. */
  tokens: whole(0),
  /** How many of them end with the first answering lines; null if no result holds them. */
  toAnswer: nullable(whole(0)),
})

const isUnfiltered = fields({
  /** The strategy's own limit. */
  limit: fromOne,
  /** The highest confidence among the results that the limit allows; 0 if there are none. */
  confidence: number,
  /** Best first; `tokens` is how long the text that an agent is given is if it ends with this result. */
  results: list(fields({ document: text, tokens: whole(0) })),
})

const isAnswer = where(
  fields<Answer>({
    suite: text,
    strategy: text,
    query: text,
    documents: distinct(text, (id) => id),
    ranking: list(isRanked),
    results: nullable(list(isResult)),
    given: optional(isGiven),
    unfiltered: optional(isUnfiltered),
    timings: nullable(isTimings),
    degraded: list(text),
  }),
  'an answer whose ranking begins as its documents do',
  ({ documents, ranking }) => ranking.every(({ document }, index) => document === documents[index]),
)

/** A query in a run. */
export interface RunQuery {
  readonly id: string
  readonly text: string
  /** May be empty. */
  readonly kind: string
  /** By document id; a grade above 0 is relevant. If none is above 0, nothing should be found. */
  readonly grades: Readonly<Record<string, number>>
  readonly passages: readonly Passage[]
  /** The suite that the question belongs to, if it is another one: nothing here answers it. */
  readonly foreign?: string | undefined
  /** How records are to be recalled, as JSON; undefined in suites of files. */
  readonly recall?: string | undefined
}

/** What one strategy answered to one query. */
export interface Answer {
  readonly suite: string
  readonly strategy: string
  /** The query's id. */
  readonly query: string
  /** Distinct ids, best first, each ranked by its first chunk; no more than the run's depth. */
  readonly documents: readonly string[]
  /** The first documents in detail. */
  readonly ranking: readonly RankedDocument[]
  /** What the strategy shows by its own limit and threshold, best first; null if only a ranking is known. */
  readonly results: readonly ShownResult[] | null
  /** The text that an agent is given with these results; undefined if it is not known. */
  readonly given?: GivenText | undefined
  /** What the strategy would show without a threshold, and further results; undefined if it is not known. */
  readonly unfiltered?: Unfiltered | undefined
  /** Of the search that gave the results; null if it was not timed. */
  readonly timings: SearchTimings | null
  /** Why the answer is worse than it could be. */
  readonly degraded: readonly string[]
}

/** Checks a line with what a strategy answered to a query. */
export const isAnswerLine: Shape<{ readonly answer: Answer }> = fields({ answer: isAnswer })

/** A run with all its answers: suites × strategies × queries. */
export interface Run extends RunHeader {
  readonly answers: readonly Answer[]
}

/** What is known of a run before the first answer. */
export type RunHeader = ValueOf<typeof isRunHeader>

/** Everything that decides the answers, besides suites and strategies. */
export interface RunSettings {
  /** Null if only keywords were searched. */
  readonly model: ModelIdentity | null
  /** What ordered the first results again; undefined if nothing did. */
  readonly reranker?: string | undefined
  /** The server that kept the indexes, without a password; undefined if they were files. */
  readonly store?: string | undefined
  /** Confidence below which a query has no ranking; strategies that replay another program keep their own threshold. */
  readonly threshold: number
  /** Candidates per retriever. */
  readonly candidates: number
  readonly chunking: Chunking
  /** The options of the strategy `settings` as JSON; undefined if it was not asked. */
  readonly search?: string | undefined
}

/** A suite in a run: its queries, without its documents. */
export type RunSuite = ValueOf<typeof isSuite>

/** How long the text of an answer is for an agent. */
export type GivenText = ValueOf<typeof isGiven>

/** The results of an answer without a threshold. */
export type Unfiltered = ValueOf<typeof isUnfiltered>

/** What a retriever contributes to a fused score, as far as a run keeps it. */
export type KeptContribution = Omit<Contribution, 'normalized' | 'weight'>

/** A document in a ranking, with its best chunk; lines count from 1. */
export type RankedDocument = ValueOf<typeof isRanked>

/** A chunk that a user of the strategy sees. */
export type ShownResult = ValueOf<typeof isResult>

/** A document's grade for a query; 0 if it was not judged, also if its name is that of a property of every object. */
export function gradeOf({ grades }: Pick<RunQuery, 'grades'>, document: string): number {
  return Object.hasOwn(grades, document) ? (grades[document] ?? 0) : 0
}
