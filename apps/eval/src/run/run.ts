import type { Chunking, SearchTimings } from '@recallite/core'
import type { ModelIdentity } from '@recallite/embeddings'
import type { Contribution } from '@recallite/fusion'
import type { Passage } from '../suite/suite.js'

/** A query as a run knows it. */
export interface RunQuery {
  readonly id: string
  readonly text: string
  /** Empty where nobody says. */
  readonly kind: string
  /** By document id; above 0 is relevant. None above 0: nothing should be found. */
  readonly grades: Readonly<Record<string, number>>
  readonly passages: readonly Passage[]
}

/** A suite as a run knows it: its questions, without its documents. */
export interface RunSuite {
  readonly name: string
  readonly description: string
  /** Those that ask something; blank ones test the door, not ranking. */
  readonly queries: readonly RunQuery[]
  /** How many queries were left out because they are blank. */
  readonly blank: number
  /** Names the documents by their content; empty where they are not known. */
  readonly corpus: string
}

/** Whatever decides what the answers are, besides suites and strategies. */
export interface RunSettings {
  /** Null where words alone were searched. */
  readonly model: ModelIdentity | null
  /** Evidence below which the ranking is cut; strategies that replay another program keep their own threshold. */
  readonly minScore: number
  /** Candidates per retriever. */
  readonly candidates: number
  readonly chunking: Chunking
}

/** On what a run was made. */
export interface RunEnvironment {
  readonly version: string
  readonly node: string
  readonly platform: string
  readonly processor: string
}

/** What a run is about, known before the first answer. */
export interface RunHeader {
  /** Null where another program made the run. */
  readonly settings: RunSettings | null
  /** Distinct documents ranked for each query; measures go no deeper. */
  readonly depth: number
  /** By name, in the order of the tables; each was asked every query. */
  readonly strategies: readonly string[]
  readonly suites: readonly RunSuite[]
  readonly environment: RunEnvironment
  /** ISO 8601. */
  readonly startedAt: string
}

/** A document where it was ranked, and by which of its chunks. */
export interface RankedDocument {
  readonly document: string
  /** Of its best chunk, from 1. */
  readonly startLine: number
  readonly endLine: number
  readonly heading: readonly string[]
  readonly snippet: string
  readonly score: number
  readonly evidence: number
  readonly contributions: readonly Contribution[]
}

/** A chunk that somebody who asks gets to see. */
export interface ShownResult {
  readonly document: string
  readonly startLine: number
  readonly endLine: number
  readonly score: number
  readonly evidence: number
  /** Whether the chunk holds one of the passages that answer. */
  readonly hasPassage: boolean
}

/** What one strategy answered to one query. */
export interface Answer {
  readonly suite: string
  readonly strategy: string
  /** The query's id. */
  readonly query: string
  /** Distinct ids, best first, each ranked by its first chunk; no more than the run's depth. */
  readonly documents: readonly string[]
  /** The first of them in detail. */
  readonly ranking: readonly RankedDocument[]
  /** What the strategy shows by its own limit and threshold, best first; null where only a ranking is known. */
  readonly results: readonly ShownResult[] | null
  /** Of that search; null where nobody measured. */
  readonly timings: SearchTimings | null
  /** What was not as it should be. */
  readonly degraded: readonly string[]
}

/** A run with all its answers: suites × strategies × queries. */
export interface Run extends RunHeader {
  readonly answers: readonly Answer[]
}

/** A document's grade for a query: 0 where nobody judged it, whatever it is called. */
export function gradeOf({ grades }: Pick<RunQuery, 'grades'>, document: string): number {
  return Object.hasOwn(grades, document) ? (grades[document] ?? 0) : 0
}
