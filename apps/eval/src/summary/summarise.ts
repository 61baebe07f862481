import { EvaluationError } from '../errors.js'
import { isAnswerable, passingFiles } from '../measures/answer-measures.js'
import { measuresAt, shownMeasures } from '../measures/measure-table.js'
import type { Answer, Run, RunQuery, RunSuite } from '../run/run.js'
import { type Interval, bootstrapMeans } from '../statistics/bootstrap-means.js'
import { mean, percentile } from '../statistics/descriptive.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { type Cell, type Differences, compareStrategies } from './compare-strategies.js'
import { type Latency, type Row, type Stage, overall, seed } from './row.js'
import {
  type Answered,
  type FindAnswers,
  type ScoresByMeasure,
  answersOf,
  scoreAnswers,
  scoresAt,
} from './score-answers.js'

/** What to measure, and what to compare with. */
export interface SummaryOptions {
  /** Where rankings are cut: whole numbers from 1. */
  readonly depths: readonly number[]
  /** The name of the strategy that the others are compared with. */
  readonly baseline: string
}

/** Queries whose figures stand in one row. */
export interface QueryGroup {
  /** `all`, or a kind. */
  readonly kind: string
  /** Whether these are all the queries of the suite, rather than those of a kind. */
  readonly whole: boolean
  /** Where they are among the suite's queries. */
  readonly positions: readonly number[]
}

/**
 * The figures of a run: for each suite and strategy a row over all queries, then one for each kind. The same run and
 * options give the same rows to the last digit.
 * @throws EvaluationError `EVALUATION_RUN_INCOMPLETE`, `EVALUATION_UNKNOWN_BASELINE`
 */
export function summarise(run: Run, options: SummaryOptions): Row[] {
  assertRan(run, options.baseline)
  const findAnswers = answersOf(run)
  return run.suites.flatMap((suite) => summariseSuite(suite, run.strategies, { ...options, findAnswers }))
}

/**
 * All queries of a suite, then those of each kind, in order of first appearance. Queries whose kind nobody says have
 * no group of their own; where every query has the same kind there are no kinds to tell apart.
 */
export function groupQueries(queries: readonly Pick<RunQuery, 'kind'>[]): QueryGroup[] {
  const byKind = new Map<string, number[]>()
  for (const [position, { kind }] of queries.entries()) {
    const positions = byKind.get(kind)
    if (positions) positions.push(position)
    else byKind.set(kind, [position])
  }
  const all = { kind: overall, whole: true, positions: [...queries.keys()] }
  if (byKind.size < 2) return [all]
  const named = [...byKind].filter(([kind]) => kind !== '')
  return [all, ...named.map(([kind, positions]) => ({ kind, whole: false, positions }))]
}

/** How long each stage of the searches took; null where nobody measured any. */
export function latencies(answers: readonly Pick<Answer, 'timings'>[]): Row['latency'] {
  const measured = answers.map(({ timings }) => timings).filter((timings) => timings !== null)
  if (measured.length === 0) return null
  const latency = (stage: Stage) => latencyOf(measured.map((timings) => timings[stage]))
  return {
    total: latency('total'),
    sync: latency('sync'),
    keyword: latency('keyword'),
    vector: latency('vector'),
    embed: latency('embed'),
    rank: latency('rank'),
  }
}

/** The mean of each measure over the queries at these positions, and its interval. */
export function meansAt(
  scoresByMeasure: ScoresByMeasure,
  positions: readonly number[],
): Pick<Row, 'measures' | 'ci'> {
  const columns = [...scoresByMeasure].map(([name, scores]): Column => [name, scoresAt(scores, positions)])
  const intervals = intervalsOf(columns)
  return {
    measures: Object.fromEntries(columns.map(([name, scores]) => [name, mean(scores)])),
    ci: Object.fromEntries(columns.map(([name]) => [name, intervals.get(name) ?? null])),
  }
}

interface AnsweredCell extends Cell {
  /** All the suite's queries. */
  readonly answered: readonly Answered[]
}

function assertRan({ strategies }: Run, baseline: string): void {
  if (strategies.includes(baseline)) return
  throw new EvaluationError(
    'EVALUATION_UNKNOWN_BASELINE',
    `${JSON.stringify(baseline)} is not in the run. Compare with one that is: ${strategies.join(', ')}.`,
  )
}

function rowOf(suite: RunSuite, cell: AnsweredCell, difference: Differences | null): Row {
  const { strategy, scores, group, answered } = cell
  const own = group.positions.flatMap((position) => answered[position] ?? [])
  const queries = own.filter(({ query }) => isAnswerable(query)).length
  return {
    suite: suite.name,
    strategy,
    kind: group.kind,
    queries,
    apart: { unanswerable: own.length - queries, blank: group.whole ? suite.blank : 0 },
    ...meansAt(scores, group.positions),
    latency: latencies(own.map(({ answer }) => answer)),
    files: group.whole ? passingFiles(own) : null,
    difference,
  }
}

function summariseSuite(
  suite: RunSuite,
  strategies: readonly string[],
  { depths, baseline, findAnswers }: SummaryOptions & { readonly findAnswers: FindAnswers },
): Row[] {
  const groups = groupQueries(suite.queries)
  const measures = measuresAt(depths)
  const cells = strategies.flatMap((strategy) => {
    const answered = findAnswers(suite, strategy)
    const scores = scoreAnswers(answered, measures)
    return groups.map((group): AnsweredCell => ({ strategy, scores, group, answered }))
  })
  const names = shownMeasures(depths).map(({ name }) => name)
  const differences = compareStrategies(cells, { baseline, names })
  return cells.map((cell) => rowOf(suite, cell, differences.get(cell) ?? null))
}

function latencyOf(times: readonly number[]): Latency {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

type Column = readonly [name: string, scores: Float64Array]

/** Measures with as many scores, as all those of rankings have, are resampled together. */
function intervalsOf(columns: readonly Column[]): Map<string, Interval | null> {
  const lengths = new Set(columns.map(([, scores]) => scores.length))
  return new Map(
    [...lengths].flatMap((length) => {
      const alike = columns.filter(([, scores]) => scores.length === length)
      const intervals = bootstrapMeans(
        alike.map(([, scores]) => scores),
        { random: seededRandom(seed) },
      )
      return alike.map(([name], index): [string, Interval | null] => [name, intervals[index] ?? null])
    }),
  )
}
