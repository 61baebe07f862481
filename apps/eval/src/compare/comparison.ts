import type { RankedDocument } from '../run/run.js'
import type { Interval } from '../statistics/bootstrap-means.js'

/**
 * Why a document is not in a ranking: `beyond-depth` if the run keeps no more documents, `below-threshold` if its
 * evidence is below the run's threshold, `not-a-candidate` if no retriever found it, `unknown` if it is not known.
 */
export type Absence = 'beyond-depth' | 'below-threshold' | 'not-a-candidate' | 'unknown'

/** Where a document stands in one run's answer. */
export interface Standing {
  /** From 1; null if it is not in the ranking. */
  readonly rank: number | null
  /** Null if it is in the ranking. */
  readonly absence: Absence | null
  /** Whether the strategy shows it by its own limit and threshold; null if not known. */
  readonly isShown: boolean | null
  /** The parts of its score; null if it is not ranked, or ranked too low for the run to keep them. */
  readonly detail: RankedDocument | null
}

/** A document that matters for how a query changed. */
export interface DocumentChange {
  readonly document: string
  /** Above 0 is relevant. */
  readonly grade: number
  /** Documents that are not relevant came above a relevant one, or fell below it. */
  readonly role: 'relevant' | 'came-above' | 'gave-way'
  readonly first: Standing
  readonly second: Standing
  /** What the document did and by which facts, in one line; empty if its rank is the same. */
  readonly reason: string
}

/** A query in both runs. */
export interface ComparedQuery {
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly first: number
  readonly second: number
  /** Second minus first; 0 if they differ by rounding alone. */
  readonly difference: number
  /** The reason of the relevant document that moved the figure most; empty if nothing changed. */
  readonly reason: string
  /** Relevant documents that either run ranked, then those that came above them or gave way. */
  readonly documents: readonly DocumentChange[]
}

/** Names that only one of two runs has. */
export interface Unpaired {
  readonly onlyFirst: readonly string[]
  readonly onlySecond: readonly string[]
}

/** Queries that are not compared, by id. */
export interface ApartQueries extends Unpaired {
  /** Their texts differ. */
  readonly otherText: readonly string[]
  /** Other documents are relevant, or they have other grades. */
  readonly otherJudgements: readonly string[]
  /** No document answers them, so their ranking cannot be measured. */
  readonly unanswerable: readonly string[]
}

/** The measure's means over all compared queries. */
export interface ComparedMeans {
  readonly first: number
  readonly second: number
  /** Second minus first. */
  readonly difference: number
  /** 95 %, by bootstrap of the paired differences. */
  readonly interval: Interval
  /** Of a paired randomisation test, two-sided. */
  readonly p: number
  /** After Holm's correction for all suites and strategies compared. */
  readonly adjustedP: number
}

/** A suite's queries, compared between a strategy of each run. */
export interface Comparison {
  readonly suite: string
  readonly strategies: { readonly first: string; readonly second: string }
  /** By name. */
  readonly measure: string
  /** Whether both runs had the same documents; null if it is not known. */
  readonly isSameCorpus: boolean | null
  /** Null if no query can be compared. */
  readonly means: ComparedMeans | null
  readonly counts: { readonly better: number; readonly same: number; readonly worse: number }
  readonly apart: ApartQueries
  /** The greatest change first, in either direction; equal ones in the order of the suite. */
  readonly queries: readonly ComparedQuery[]
}
