import { comparedLimits, isAnswerable, isForeign, passingFiles } from '../measures/answer-measures.js'
import { measuresAt, shownMeasures } from '../measures/measure-table.js'
import type { Measure } from '../measures/ranking-measures.js'
import type { Answer, Run, RunSuite } from '../run/run.js'
import { bootstrapMeans, mean, percentile, type Interval } from '../statistics/bootstrap-means.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { allKinds } from '../suite/suite.js'
import { compareStrategies, seed, type Cell, type Difference } from './compare-strategies.js'
import { calibrationOf, type Reliability } from './confidence.js'
import { answersOf, scoreAnswers, scoresAt, type Answered, type ScoresByMeasure } from './score-answers.js'

/** The parts of a search whose time is reported. */
export const stages = ['total', 'keyword', 'vector', 'embed', 'rank'] as const

/** A part of a search whose time is reported. */
export type Stage = (typeof stages)[number]

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
  /** The median and the 95th percentile of search times, in milliseconds; null without queries. */
  readonly latency: Readonly<Record<Stage, { readonly p50: number; readonly p95: number }>> | null
  /** Mean tokens of the text that an agent is given, over the queries that some document answers; null without such queries. */
  readonly tokens: MeanTokens | null
  /** How many files pass, as `passingFiles` counts, of all files that answer; null for rows of one kind. */
  readonly files: { readonly passed: number; readonly total: number } | null
  /** Over all questions, foreign ones too; null for rows of one kind. */
  readonly calibration: Reliability | null
  /** How the strategy differs from the baseline; null for the baseline itself. */
  readonly difference: Readonly<Record<string, Difference>> | null
}

interface MeanTokens {
  /** With what is shown. */
  readonly shown: number
  /** With this many results, without a threshold. */
  readonly results: Readonly<Record<(typeof comparedLimits)[number], number>>
}

interface SummaryOptions {
  /** At which rankings are measured, whole numbers from 1. */
  readonly depths: readonly number[]
  /** The strategy that the others are compared with. */
  readonly baseline: string
  /** The measures that they are compared by; default as tables show them. */
  readonly shown?: readonly Measure[]
}

/**
 * The figures of a run: for each suite and strategy a row over all queries, then one for each kind. The same run and
 * options give the same rows to the last digit; throws as `answersOf` does.
 */
export function summarise(
  run: Run,
  { depths, baseline, shown = shownMeasures(depths) }: SummaryOptions,
): Row[] {
  const findAnswers = answersOf(run)
  const measures = measuresAt(depths)
  const names = shown.map(({ name }) => name)
  return run.suites.flatMap((suite) => {
    const groups = groupQueries(suite.queries)
    const cells = run.strategies.flatMap((strategy) => {
      const answered = findAnswers(suite, strategy)
      const scores = scoreAnswers(answered, measures)
      return groups.map((group) => ({ strategy, scores, group, answered }))
    })
    const differences = compareStrategies(cells, { baseline, names })
    return cells.map((cell) => rowOf(suite, cell, differences.get(cell) ?? null))
  })
}

/** Groups all queries of a suite, then those of each kind in order of first appearance, if there are several kinds. */
export function groupQueries(queries: readonly { readonly kind: string }[]) {
  const positions = [...queries.keys()]
  const byKind = Map.groupBy(positions, (position) => queries[position]?.kind ?? '')
  const kinds = Array.from(byKind, ([kind, own]) => ({ kind, whole: false, positions: own }))
  const named = byKind.size < 2 ? [] : kinds.filter(({ kind }) => kind !== '')
  return [{ kind: allKinds, whole: true, positions }, ...named]
}

function rowOf(
  suite: RunSuite,
  { strategy, scores, group, answered }: Cell & { answered: readonly Answered[] },
  difference: Row['difference'],
): Row {
  const own = group.positions.flatMap((position) => answered[position] ?? [])
  const answerable = own.filter(({ query }) => isAnswerable(query))
  const queries = answerable.length
  const foreign = own.filter(({ query }) => isForeign(query)).length
  const blank = group.whole ? suite.blank : 0
  return {
    suite: suite.name,
    strategy,
    kind: group.kind,
    queries,
    apart: { unanswerable: own.length - queries - foreign, blank, foreign },
    ...meansAt(scores, group.positions),
    latency: latencies(own.map(({ answer }) => answer)),
    tokens: meanTokens(answerable.map(({ answer }) => answer)),
    files: group.whole ? passingFiles(own) : null,
    calibration: group.whole ? calibrationOf(own) : null,
    difference,
  }
}

/** The mean of each measure over the queries at these positions, and its interval. */
export function meansAt(scoresByMeasure: ScoresByMeasure, positions: readonly number[]) {
  const columns = Array.from(scoresByMeasure, ([name, scores]) => ({
    name,
    scores: scoresAt(scores, positions),
  }))
  // Measures with equally many scores are resampled together: all measures of rankings are.
  const intervals = [...Map.groupBy(columns, ({ scores }) => scores.length).values()].flatMap((alike) => {
    const random = seededRandom(seed)
    const own = bootstrapMeans(
      alike.map(({ scores }) => scores),
      { random },
    )
    return alike.map(({ name }, index) => [name, own[index] ?? null] as const)
  })
  const byName = new Map(intervals)
  return {
    measures: Object.fromEntries(columns.map(({ name, scores }) => [name, mean(scores)])),
    ci: Object.fromEntries(columns.map(({ name }) => [name, byName.get(name) ?? null])),
  }
}

/** How long each stage of the searches took; null without searches. */
export function latencies(answers: readonly Pick<Answer, 'timings'>[]): Row['latency'] {
  if (answers.length === 0) return null
  const latency = (stage: Stage) => {
    const times = Float64Array.from(answers, ({ timings }) => timings[stage]).toSorted()
    return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
  }
  return Object.fromEntries(stages.map((stage) => [stage, latency(stage)])) as Row['latency']
}

/** How long the text that an agent is given is; null without answers. */
export function meanTokens(answers: readonly Pick<Answer, 'given' | 'unfiltered'>[]): MeanTokens | null {
  const meanOf = (read: (answer: Pick<Answer, 'given' | 'unfiltered'>) => number) =>
    mean(Float64Array.from(answers, read))
  const shown = meanOf(({ given }) => given.tokens)
  const results = comparedLimits.map((limit) => [
    limit,
    meanOf(({ given, unfiltered }) => unfiltered.results.slice(0, limit).at(-1)?.tokens ?? given.tokens),
  ])
  return shown === null ? null : { shown, results: Object.fromEntries(results) as MeanTokens['results'] }
}
