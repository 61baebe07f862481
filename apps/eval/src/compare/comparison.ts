import type { RankedDocument } from '../run/run.js'
import type { Interval } from '../statistics/bootstrap-means.js'

/**
 * Why a document is not in a ranking: `beyond-depth` as the run keeps no more documents, `below-threshold` as its
 * evidence does not reach the run's, `not-a-candidate` as no retriever brought it, `unknown` where the run does not tell.
 */
export type Absence = 'beyond-depth' | 'below-threshold' | 'not-a-candidate' | 'unknown'

/** Where a document stands in one run's answer. */
export interface Standing {
  /** From 1; null where it is not in the ranking. */
  readonly rank: number | null
  /** Null where it is in the ranking. */
  readonly absence: Absence | null
  /** Whether it is among what the strategy shows by its own limit and threshold; null where nobody knows. */
  readonly isShown: boolean | null
  /** How its score came about; null where it is not ranked, or too low for the run to keep it. */
  readonly detail: RankedDocument | null
}

/** A document that matters for how a query changed. */
export interface DocumentChange {
  readonly document: string
  /** Above 0 is relevant. */
  readonly grade: number
  /** It answers; or it does not, and came above one that does, or gave way to it. */
  readonly role: 'relevant' | 'came-above' | 'gave-way'
  readonly first: Standing
  readonly second: Standing
  /** In a line, what it did and by which facts; empty where it stands where it stood. */
  readonly reason: string
}

/** A query in both runs. */
export interface ComparedQuery {
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly first: number
  readonly second: number
  /** Second minus first; 0 where they differ by rounding alone. */
  readonly difference: number
  /** That of the relevant document which moved the figure most; empty where nothing changed. */
  readonly reason: string
  /** Relevant ones that either run ranked, then those that came above them or gave way. */
  readonly documents: readonly DocumentChange[]
}

/** Names that only one of two runs has. */
export interface Unpaired {
  readonly onlyFirst: readonly string[]
  readonly onlySecond: readonly string[]
}

/** Queries that are not compared, by id. */
export interface ApartQueries extends Unpaired {
  /** The runs ask something else by the same id. */
  readonly otherText: readonly string[]
  /** Other documents are relevant, or more or less so. */
  readonly otherJudgements: readonly string[]
  /** No document answers them, so that their ranking cannot be measured. */
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

/** How one suite's queries fared with a strategy of each run. */
export interface Comparison {
  readonly suite: string
  readonly strategies: { readonly first: string; readonly second: string }
  /** By name. */
  readonly measure: string
  /** Whether both runs had the same documents; null where a run does not tell. */
  readonly isSameCorpus: boolean | null
  /** Null where no query can be compared. */
  readonly means: ComparedMeans | null
  readonly counts: { readonly better: number; readonly same: number; readonly worse: number }
  readonly apart: ApartQueries
  /** The greatest change first, whichever its direction; equal ones in the order of the suite. */
  readonly queries: readonly ComparedQuery[]
}
