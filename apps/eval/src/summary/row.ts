import type { SearchTimings } from '@recallite/core'
import type { PassingFiles } from '../measures/answer-measures.js'
import type { Interval } from '../statistics/bootstrap-means.js'

/** The parts of a search whose time is reported. */
export type Stage = keyof SearchTimings

/** Half of all searches, and 95 of 100, took no longer; in milliseconds. */
export interface Latency {
  readonly p50: number
  readonly p95: number
}

/** How a strategy's mean stands to the baseline's over the same queries. */
export interface Difference {
  /** Strategy minus baseline. */
  readonly mean: number
  /** Of a paired randomisation test, two-sided. */
  readonly p: number
  /** After Holm's correction for all comparisons in the same table. */
  readonly adjustedP: number
  /** At 0.05 after the correction. */
  readonly verdict: 'better' | 'worse' | 'same'
}

/** How well one strategy served one suite's queries, or those of one kind. */
export interface Row {
  readonly suite: string
  readonly strategy: string
  /** `all`, or a kind of the suite's queries. */
  readonly kind: string
  /** Queries that the means are over; one that was answered with nothing is among them and counts 0. */
  readonly queries: number
  /** Queries that are not: those that no document answers, and those whose text is blank. */
  readonly apart: { readonly unanswerable: number; readonly blank: number }
  /** Means by the measures' names; null where nothing can be measured. */
  readonly measures: Readonly<Record<string, number | null>>
  /** By the measures' names, 95 % bootstrap intervals of the means; null where there is no mean. */
  readonly ci: Readonly<Record<string, Interval | null>>
  /** By stage; null where nobody measured. */
  readonly latency: Readonly<Record<Stage, Latency>> | null
  /**
   * Files that at least 3 of their queries find, or 3/5 of them where there are fewer than 5, as OpenClaw's issue #16021
   * counts; null for rows of one kind, where no document answers any query, and where nobody knows what was shown.
   */
  readonly files: PassingFiles | null
  /** By the measures' names, against the baseline; null for the baseline itself. */
  readonly difference: Readonly<Record<string, Difference>> | null
}

/** The kind of the rows that are over all queries of a suite. */
export const overall = 'all'

/**
 * Of all random numbers behind a summary. Every interval and every test begins anew with it, so that the figures of a
 * strategy stay what they are when another joins the run.
 */
export const seed = 2026
