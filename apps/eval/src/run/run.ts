import { whole } from '@recallite/core/schema'
import * as v from 'valibot'
import { distinct, list, number, object, questionSource, text } from '../schema.js'
import { allKinds } from '../suite/suite.js'
import { isFields } from '../text-lines.js'

const fromOne = whole(1)
const span = { document: text, startLine: fromOne, endLine: fromOne, score: number, confidence: number }

const isGrades = (value: unknown) =>
  isFields(value) && Object.values(value).every((each) => v.is(grade, each))

/** How relevant a document is to a query: 0 is not relevant. */
export const grade = whole(0, 100)

/** The first and the last of some lines, from 1. */
export const lineSpan = v.pipe(v.strictTuple([fromOne, fromOne], 'a list of two'), v.readonly())

/** The kind of a query, which may be empty. */
export const kindName = v.pipe(
  text,
  v.notValue(allKinds, `other than "${allKinds}", which means queries of all kinds`),
)

const query = object({
  id: text,
  text,
  kind: kindName,
  /** By document id; a grade above 0 is relevant. If none is above 0, nothing should be found. */
  grades: v.custom<Readonly<Record<string, number>>>(isGrades, 'an object of whole numbers from 0 to 100'),
  passages: list(object({ document: text, lines: v.optional(lineSpan), contains: v.optional(text) })),
  /** The suite that the question belongs to, if it is another one: nothing here answers it. */
  foreign: v.optional(text),
  /** How records are to be recalled, as JSON; undefined in suites of files. */
  recall: v.optional(text),
})

const suite = object({
  name: text,
  description: text,
  questions: questionSource,
  /** Without queries whose text is blank. */
  queries: distinct(query, ({ id }) => id),
  /** How many queries were left out because their text is blank. */
  blank: whole(0),
  /** A fingerprint of the documents. */
  corpus: text,
})

/** The identity of an embedding model. */
export const modelIdentity = object({ provider: text, model: text, dimensions: fromOne, promptStyle: text })

const settings = object({
  /** Null if only keywords were searched. */
  model: v.nullable(modelIdentity),
  /** What ordered the first results again; undefined if nothing did. */
  reranker: v.optional(text),
  /** Confidence below which a query has no ranking; strategies that replay another program keep their own threshold. */
  threshold: number,
  /** Candidates per retriever. */
  candidates: fromOne,
  chunking: object({ target: number, overlap: number, pieces: v.optional(v.boolean('true or false')) }),
  /** The options of the strategy `settings` as JSON; undefined if it was not asked. */
  search: v.optional(text),
})

/** What is known of a run before its first answer; suites, queries and strategies have distinct names. */
export const runHeader = object({
  settings,
  /** Distinct documents ranked for each query; measures look no deeper. */
  depth: fromOne,
  /** By name, in the order of the tables; each strategy was asked every query. */
  strategies: v.pipe(
    distinct(text, (name) => name),
    v.minLength(1, 'a list of at least one name'),
  ),
  suites: distinct(suite, ({ name }) => name),
  /** The program and the machine that made the run. */
  environment: object({ version: text, node: text, platform: text, processor: text }),
  /** ISO 8601. */
  startedAt: text,
})

const contribution = object({
  source: text,
  rank: v.nullable(fromOne),
  raw: v.nullable(number),
  coverage: v.optional(number),
  value: number,
})

const ranked = object({ ...span, heading: list(text), snippet: text, contributions: list(contribution) })

/** A chunk that is shown; `hasPassage`: whether it holds one of the passages that answer the query. */
const shown = object({ ...span, hasPassage: v.boolean('true or false') })

const timings = object({
  total: number,
  sync: number,
  keyword: number,
  vector: number,
  embed: number,
  rank: number,
})

const given = object({
  /** How many tokens the text that an agent is given has, by the estimate of `--max-tokens`. */
  tokens: whole(0),
  /** How many of them end with the first answering lines; null if no result holds them. */
  toAnswer: v.nullable(whole(0)),
})

const unfiltered = object({
  /** The strategy's own limit. */
  limit: fromOne,
  /** The highest confidence among the results that the limit allows; 0 if there are none. */
  confidence: number,
  /** Best first; `tokens` is how long the text that an agent is given is if it ends with this result. */
  results: list(object({ document: text, tokens: whole(0) })),
})

/** What one strategy answered to one query. */
export const answer = v.pipe(
  object({
    suite: text,
    strategy: text,
    /** The query's id. */
    query: text,
    /** Distinct ids, best first, each ranked by its first chunk; no more than the run's depth. */
    documents: distinct(text, (id) => id),
    /** The first documents in detail. */
    ranking: list(ranked),
    /** What the strategy shows by its own limit and threshold, best first. */
    results: list(shown),
    /** The text that an agent is given with these results. */
    given,
    /** What the strategy would show without a threshold, and further results. */
    unfiltered,
    /** Of the search that gave the results. */
    timings,
    /** Why the answer is worse than it could be. */
    degraded: list(text),
  }),
  v.check(
    ({ documents, ranking }) => ranking.every(({ document }, index) => document === documents[index]),
    'an answer whose ranking begins as its documents do',
  ),
)

/** A query in a run. */
export type RunQuery = v.InferOutput<typeof query>

/** What one strategy answered to one query. */
export type Answer = v.InferOutput<typeof answer>

/** What is known of a run before the first answer. */
export type RunHeader = v.InferOutput<typeof runHeader>

/** A run with all its answers: suites × strategies × queries. */
export interface Run extends RunHeader {
  readonly answers: readonly Answer[]
}

/** Everything that decides the answers, besides suites and strategies. */
export type RunSettings = v.InferOutput<typeof settings>

/** A suite in a run: its queries, without its documents. */
export type RunSuite = v.InferOutput<typeof suite>

/** How long the text of an answer is for an agent. */
export type GivenText = v.InferOutput<typeof given>

/** The results of an answer without a threshold. */
export type Unfiltered = v.InferOutput<typeof unfiltered>

/** What a retriever contributes to a fused score, as far as a run keeps it. */
export type KeptContribution = v.InferOutput<typeof contribution>

/** A document in a ranking, with its best chunk; lines count from 1. */
export type RankedDocument = v.InferOutput<typeof ranked>

/** A chunk that a user of the strategy sees. */
export type ShownResult = v.InferOutput<typeof shown>

/** A document's grade for a query; 0 if it was not judged, also if its name is that of a property of every object. */
export function gradeOf({ grades }: Pick<RunQuery, 'grades'>, document: string): number {
  return Object.hasOwn(grades, document) ? (grades[document] ?? 0) : 0
}
