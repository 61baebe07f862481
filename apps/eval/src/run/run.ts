import type { Chunking, SearchTimings } from '@recallite/core'
import type { ModelIdentity } from '@recallite/embeddings'
import type { Contribution } from '@recallite/fusion'
import type { Passage } from '../suite/suite.js'

/** A run with all its answers: suites × strategies × queries. */
export interface Run extends RunHeader {
  readonly answers: readonly Answer[]
}

/** What is known of a run before the first answer. */
export interface RunHeader {
  /** Null if another program made the run. */
  readonly settings: RunSettings | null
  /** Distinct documents ranked for each query; measures look no deeper. */
  readonly depth: number
  /** By name, in the order of the tables; each was asked every query. */
  readonly strategies: readonly string[]
  readonly suites: readonly RunSuite[]
  readonly environment: RunEnvironment
  /** ISO 8601. */
  readonly startedAt: string
}

/** Everything that decides the answers, besides suites and strategies. */
export interface RunSettings {
  /** Null if only keywords were searched. */
  readonly model: ModelIdentity | null
  /** Evidence below which the ranking is cut; strategies that replay another program keep their own threshold. */
  readonly minScore: number
  /** Candidates per retriever. */
  readonly candidates: number
  readonly chunking: Chunking
}

/** The program and the machine that made a run. */
export interface RunEnvironment {
  readonly version: string
  readonly node: string
  readonly platform: string
  readonly processor: string
}

/** A suite in a run: its questions, without its documents. */
export interface RunSuite {
  readonly name: string
  readonly description: string
  /** Without those whose text is blank. */
  readonly queries: readonly RunQuery[]
  /** How many queries were left out because they are blank. */
  readonly blank: number
  /** A fingerprint of the documents; empty if it is not known. */
  readonly corpus: string
}

/** A query in a run; its kind may be empty. */
export interface RunQuery {
  readonly id: string
  readonly text: string
  readonly kind: string
  /** By document id; above 0 is relevant. If none is above 0, nothing should be found. */
  readonly grades: Readonly<Record<string, number>>
  readonly passages: readonly Passage[]
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
  /** What the strategy shows by its own limit and threshold, best first; null if only a ranking is known. */
  readonly results: readonly ShownResult[] | null
  /** Of that search; null if it was not timed. */
  readonly timings: SearchTimings | null
  /** What did not work as it should. */
  readonly degraded: readonly string[]
}

/** What a retriever adds to a fused score, as far as a run keeps it. */
export type KeptContribution = Omit<Contribution, 'normalized' | 'weight'>

/** A document in a ranking, with its best chunk; lines count from 1. */
export interface RankedDocument {
  readonly document: string
  readonly startLine: number
  readonly endLine: number
  readonly heading: readonly string[]
  readonly snippet: string
  readonly score: number
  readonly evidence: number
  readonly contributions: readonly KeptContribution[]
}

/** A chunk that a user of the strategy sees. */
export interface ShownResult {
  readonly document: string
  readonly startLine: number
  readonly endLine: number
  readonly score: number
  readonly evidence: number
  /** Whether the chunk holds one of the passages that answer. */
  readonly hasPassage: boolean
}

/** A document's grade for a query; 0 if it was not judged, also if its name is that of a property of every object. */
export function gradeOf({ grades }: Pick<RunQuery, 'grades'>, document: string): number {
  return Object.hasOwn(grades, document) ? (grades[document] ?? 0) : 0
}
