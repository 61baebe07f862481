import type { Interval } from '../statistics/bootstrap-means.js'
import type { Reliability } from '../calibration/reliability.js'
import type { comparedLimits } from '../measures/answer-measures.js'
import { allKinds } from '../suite/suite.js'

/** The parts of a search whose time is reported. */
export const stages = ['total', 'sync', 'keyword', 'vector', 'embed', 'rank'] as const

/** A part of a search whose time is reported. */
export type Stage = (typeof stages)[number]

/** How a strategy's mean differs from the baseline's over the same queries. */
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

/** The seed of every interval and every test, so that a strategy's figures do not depend on the others in the run. */
export const seed = 2026

/** How well one strategy served one suite's queries, or those of one kind. Records are by measure name. */
export interface Row {
  readonly suite: string
  readonly strategy: string
  /** `all`, or a kind of the suite's queries. */
  readonly kind: string
  /** Queries that the means are over. A query that was answered with nothing is among them and counts 0. */
  readonly queries: number
  /** Queries that are left out because no document answers them, their text is blank, or they are of another suite. */
  readonly apart: { readonly unanswerable: number; readonly blank: number; readonly foreign: number }
  /** Means; null if no query can be measured. */
  readonly measures: Readonly<Record<string, number | null>>
  /** 95 % bootstrap intervals of the means; null if there is no mean. */
  readonly ci: Readonly<Record<string, Interval | null>>
  /** The median and the 95th percentile of search times, in milliseconds; null if no search was timed. */
  readonly latency: Readonly<Record<Stage, { readonly p50: number; readonly p95: number }>> | null
  /** The mean number of tokens that an agent is given; null if it is not known. */
  readonly tokens: MeanTokens | null
  /** How many files pass, as `passingFiles` counts, of all files that answer; null for rows of one kind. */
  readonly files: { readonly passed: number; readonly total: number } | null
  /** Over all questions, foreign ones too; null for rows of one kind, and if confidences are not known. */
  readonly calibration: Reliability | null
  /** Null for the baseline itself. */
  readonly difference: Readonly<Record<string, Difference>> | null
}

/** Mean numbers of tokens of the text that an agent is given, over the queries that some document answers. */
export interface MeanTokens {
  /** With what is shown. */
  readonly shown: number
  /** With so many results, without a threshold. */
  readonly results: Readonly<Record<(typeof comparedLimits)[number], number>>
}

/** The queries that one row covers: `all` or a kind, and the positions of its queries among the suite's. */
export type QueryGroup = ReturnType<typeof groupQueries>[number]

/** Groups all queries of a suite, then those of each kind in order of first appearance, if there are several kinds. */
export function groupQueries(queries: readonly { readonly kind: string }[]) {
  const all = { kind: allKinds, whole: true, positions: [...queries.keys()] }
  const kinds = [...new Set(queries.map(({ kind }) => kind))]
  if (kinds.length < 2) return [all]
  const groups = kinds
    .filter((kind) => kind !== '')
    .map((kind) => ({
      kind,
      whole: false,
      positions: all.positions.filter((position) => queries[position]?.kind === kind),
    }))
  return [all, ...groups]
}
