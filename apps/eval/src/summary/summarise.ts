import { comparedLimits, isAnswerable, isForeign, passingFiles } from '../measures/answer-measures.js'
import { measuresAt, tableMeasures } from '../measures/measure-table.js'
import type { Measure } from '../measures/ranking-measures.js'
import type { Answer, Run, RunSuite } from '../run/run.js'
import { bootstrapMean, mean, percentile, type Interval } from '../statistics/bootstrap-mean.js'
import { allKinds } from '../suite/suite.js'
import { compareStrategies, type Cell, type Difference } from './compare-strategies.js'
import { calibrationOf, type Reliability } from './confidence.js'
import { answersOf, scoreAnswers, type Answered, type ScoresByMeasure } from './score-answers.js'

/** The measured stages of a search. */
export const stages = ['total', 'keyword', 'vector', 'embed', 'rank'] as const

export type Stage = (typeof stages)[number]

/** The figures of a strategy for the queries of a suite, or of one kind. Objects have measure names as keys. */
export interface Row {
  readonly suite: string
  readonly strategy: string
  /** `all`, or a kind of the suite's queries. */
  readonly kind: string
  /** The number of measured queries. A query without results scores 0. */
  readonly queries: number
  /** The number of queries that are not measured. */
  readonly apart: { readonly unanswerable: number; readonly blank: number; readonly foreign: number }
  /** Means; null without measured queries. */
  readonly measures: Readonly<Record<string, number | null>>
  /** 95 % bootstrap intervals of the means. */
  readonly ci: Readonly<Record<string, Interval | null>>
  /** Search times in milliseconds; null without queries. */
  readonly latency: Readonly<Record<Stage, { readonly p50: number; readonly p95: number }>> | null
  /** Over answerable queries; null if there are none. */
  readonly tokens: MeanTokens | null
  /** See `passingFiles`; null for rows of one kind. */
  readonly files: { readonly passed: number; readonly total: number } | null
  /** Over all questions, including foreign ones; null for rows of one kind. */
  readonly calibration: Reliability | null
  /** Null for the baseline itself. */
  readonly difference: Readonly<Record<string, Difference>> | null
}

/** Mean tokens of the text for an agent: as returned, and with 6 or 10 results without a threshold. */
interface MeanTokens {
  readonly shown: number
  readonly results: Readonly<Record<(typeof comparedLimits)[number], number>>
}

interface SummaryOptions {
  /** Depths of rankings, from 1. */
  readonly depths: readonly number[]
  readonly baseline: string
  /** Measures for the comparison with the baseline. Default: those of tables. */
  readonly comparedBy?: readonly Measure[]
}

/** The rows of a run: for each suite and strategy over all queries, then by kind. Throws like `answersOf`. */
export function summarise(
  run: Run,
  { depths, baseline, comparedBy = tableMeasures(depths) }: SummaryOptions,
): Row[] {
  const findAnswers = answersOf(run)
  const measures = measuresAt(depths)
  const names = comparedBy.map(({ name }) => name)
  return run.suites.flatMap((suite) => {
    const cells = run.strategies.flatMap((strategy) =>
      groupByKind(findAnswers(suite, strategy)).map(({ kind, members }) => {
        return { strategy, kind, members, scores: scoreAnswers(members, measures) }
      }),
    )
    const differences = compareStrategies(cells, { baseline, names })
    return cells.map((cell) => rowOf(suite, cell, differences.get(cell) ?? null))
  })
}

/** All answers to the queries of a suite, then those of each kind in order of appearance, if there are several kinds. */
export function groupByKind<Item extends { readonly query: { readonly kind: string } }>(
  answered: readonly Item[],
) {
  const byKind = Map.groupBy(answered, ({ query }) => query.kind)
  const kinds = Array.from(byKind, ([kind, members]) => ({ kind, members }))
  const named = byKind.size < 2 ? [] : kinds.filter(({ kind }) => kind !== '')
  return [{ kind: allKinds, members: answered }, ...named]
}

function rowOf(
  suite: RunSuite,
  { strategy, kind, scores, members }: Cell & { readonly members: readonly Answered[] },
  difference: Row['difference'],
): Row {
  const answerable = members.filter(({ query }) => isAnswerable(query))
  const queries = answerable.length
  const foreign = members.filter(({ query }) => isForeign(query)).length
  const isWhole = kind === allKinds
  return {
    suite: suite.name,
    strategy,
    kind,
    queries,
    apart: { unanswerable: members.length - queries - foreign, blank: isWhole ? suite.blank : 0, foreign },
    ...meansOf(scores),
    latency: latencies(members.map(({ answer }) => answer)),
    tokens: meanTokens(answerable.map(({ answer }) => answer)),
    files: isWhole ? passingFiles(members) : null,
    calibration: isWhole ? calibrationOf(members) : null,
    difference,
  }
}

/** The mean of each measure over the queries that it applies to, and its interval. */
export function meansOf(scoresByMeasure: ScoresByMeasure) {
  const columns = Array.from(scoresByMeasure, ([name, scores]) => {
    return [name, Float64Array.from(scores.filter((score) => score !== undefined))] as const
  })
  return {
    measures: Object.fromEntries(columns.map(([name, scores]) => [name, mean(scores)])),
    ci: Object.fromEntries(columns.map(([name, scores]) => [name, bootstrapMean(scores)])),
  }
}

/** The median and 95th percentile of each stage in milliseconds. Null without answers. */
export function latencies(answers: readonly Pick<Answer, 'timings'>[]): Row['latency'] {
  if (answers.length === 0) return null
  const latency = (stage: Stage) => {
    const times = Float64Array.from(answers, ({ timings }) => timings[stage]).toSorted()
    return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
  }
  return Object.fromEntries(stages.map((stage) => [stage, latency(stage)])) as Row['latency']
}

/** Null without answers. */
export function meanTokens(answers: readonly Pick<Answer, 'given' | 'unfiltered'>[]): MeanTokens | null {
  const meanOf = (read: (answer: Pick<Answer, 'given' | 'unfiltered'>) => number) =>
    mean(Float64Array.from(answers, read))
  const asShown = meanOf(({ given }) => given.tokens)
  const results = comparedLimits.map((limit) => [
    limit,
    meanOf(({ given, unfiltered }) => unfiltered.results.slice(0, limit).at(-1)?.tokens ?? given.tokens),
  ])
  if (asShown === null) return null
  return { shown: asShown, results: Object.fromEntries(results) as MeanTokens['results'] }
}
