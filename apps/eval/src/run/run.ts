import { whole } from '@recallite/core/schema'
import * as v from 'valibot'
import { distinct, list, number, object, questionSource, text } from '../schema.js'
import { allKinds } from '../suite/suite.js'
import { isFields } from '../text-lines.js'

const fromOne = whole(1)
const span = { document: text, startLine: fromOne, endLine: fromOne, score: number, confidence: number }

const isGrades = (value: unknown) =>
  isFields(value) && Object.values(value).every((each) => v.is(grade, each))

/** The relevance of a document to a query. 0: not relevant. */
export const grade = whole(0, 100)

/** First and last line, from 1. */
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
  /** By document id. Grades above 0 are relevant; without any, the query has no answer. */
  grades: v.custom<Readonly<Record<string, number>>>(isGrades, 'an object of whole numbers from 0 to 100'),
  passages: list(object({ document: text, lines: v.optional(lineSpan), contains: v.optional(text) })),
  /** The suite of a foreign question, which this suite cannot answer. */
  foreign: v.optional(text),
  /** Recall options as JSON. Undefined in suites of files. */
  recall: v.optional(text),
})

const suite = object({
  name: text,
  description: text,
  questions: questionSource,
  /** Without blank queries. */
  queries: distinct(query, ({ id }) => id),
  /** The number of blank queries. */
  blank: whole(0),
  /** A fingerprint of the documents. */
  corpus: text,
})

const modelIdentity = object({ provider: text, model: text, dimensions: fromOne, promptStyle: text })

const settings = object({
  /** Null if only keywords were searched. */
  model: v.nullable(modelIdentity),
  reranker: v.optional(text),
  /** The server of the indexes. */
  store: v.optional(text),
  /** The minimum confidence of ranked results. Replays keep their own threshold. */
  threshold: number,
  /** Candidates per retriever. */
  candidates: fromOne,
  chunking: object({ target: number, overlap: number, pieces: v.optional(v.boolean('true or false')) }),
  /** The options of the strategy `settings` as JSON. Undefined if it did not run. */
  search: v.optional(text),
})

/** A run without its answers. */
export const runHeader = object({
  settings,
  /** The number of ranked documents per query: the maximum depth of measures. */
  depth: fromOne,
  /** Names in the order of the tables. Each strategy answers every query. */
  strategies: v.pipe(
    distinct(text, (name) => name),
    v.minLength(1, 'a list of at least one name'),
  ),
  suites: distinct(suite, ({ name }) => name),
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

/** `hasPassage`: whether the result contains a passage that answers the query. */
const result = object({ ...span, hasPassage: v.boolean('true or false') })

/** The answer of a strategy to a query. */
export const answer = v.pipe(
  object({
    suite: text,
    strategy: text,
    /** The id of the query. */
    query: text,
    /** Distinct ids, best first, each ranked by its first chunk, up to the run's depth. */
    documents: distinct(text, (id) => id),
    /** The first documents in detail. */
    ranking: list(ranked),
    /** Best first, with the strategy's own limit and threshold. */
    results: list(result),
    /** The tokens of the text that an agent gets, estimated as for `--max-tokens`. */
    given: object({
      tokens: whole(0),
      /** The tokens up to the end of the first answering lines. Null if no result contains them. */
      toAnswer: v.nullable(whole(0)),
    }),
    /** The answer without a threshold and with more results. */
    unfiltered: object({
      /** The limit of the strategy. */
      limit: fromOne,
      /** The highest confidence within the limit; 0 without results. */
      confidence: number,
      /** Best first. `tokens`: the length of the text for an agent if it ended with this result. */
      results: list(object({ document: text, tokens: whole(0) })),
      /** Why a replay does not return the first relevant document: its fused score and the threshold. */
      withheld: v.optional(text),
    }),
    timings: object({
      total: number,
      sync: number,
      keyword: number,
      vector: number,
      embed: number,
      rank: number,
    }),
    /** The reasons of degradation. */
    degraded: list(text),
  }),
  v.check(
    ({ documents, ranking }) => ranking.every(({ document }, index) => document === documents[index]),
    'an answer whose ranking begins as its documents do',
  ),
)

export type RunQuery = v.InferOutput<typeof query>

/** The answer of a strategy to a query. */
export type Answer = v.InferOutput<typeof answer>

/** A run without its answers. */
export type RunHeader = v.InferOutput<typeof runHeader>

/** A run with the answers of every strategy to every query. */
export interface Run extends RunHeader {
  readonly answers: readonly Answer[]
}

/** Everything that affects answers, except suites and strategies. */
export type RunSettings = v.InferOutput<typeof settings>

/** A suite in a run, without its documents. */
export type RunSuite = v.InferOutput<typeof suite>

/** The contribution of a retriever to a fused score. */
export type RunContribution = v.InferOutput<typeof contribution>

/** A document in a ranking, with its best chunk. */
export type RankedDocument = v.InferOutput<typeof ranked>

/** A result of a strategy. */
export type RunResult = v.InferOutput<typeof result>

/** A document's grade for a query; 0 if not judged. */
export function gradeOf({ grades }: Pick<RunQuery, 'grades'>, document: string): number {
  return Object.hasOwn(grades, document) ? (grades[document] ?? 0) : 0
}
