import { judgeAnswers, reliability } from '../calibration/reliability.js'
import { comparedLimits, isAnswerable, isForeign, passingFiles } from '../measures/answer-measures.js'
import { measuresAt, shownMeasures } from '../measures/measure-table.js'
import type { Measure } from '../measures/ranking-measures.js'
import type { Answer, Run, RunSuite } from '../run/run.js'
import { bootstrapMeans, type Interval } from '../statistics/bootstrap-means.js'
import { mean, percentile } from '../statistics/descriptive.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { compareStrategies, type Cell } from './compare-strategies.js'
import { groupQueries, seed, stages, type MeanTokens, type Row, type Stage } from './row.js'
import { answersOf, scoreAnswers, scoresAt, type Answered, type ScoresByMeasure } from './score-answers.js'

/** What is computed from a run. */
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
export function summarise(run: Run, { depths, baseline, shown = shownMeasures(depths) }: SummaryOptions) {
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
    calibration: group.whole ? reliability(judgeAnswers(own)) : null,
    difference,
  }
}

/** The mean of each measure over the queries at these positions, and its interval. */
export function meansAt(scoresByMeasure: ScoresByMeasure, positions: readonly number[]) {
  const columns = [...scoresByMeasure].map(([name, scores]) => ({
    name,
    scores: scoresAt(scores, positions),
  }))
  const ci: Record<string, Interval | null> = Object.fromEntries(columns.map(({ name }) => [name, null]))
  // Measures with equally many scores are resampled together: all measures of rankings are.
  for (const length of new Set(columns.map(({ scores }) => scores.length))) {
    const alike = columns.filter(({ scores }) => scores.length === length)
    const scoresOfAlike = alike.map(({ scores }) => scores)
    const intervals = bootstrapMeans(scoresOfAlike, { random: seededRandom(seed) })
    for (const [index, { name }] of alike.entries()) ci[name] = intervals[index] ?? null
  }
  return { measures: Object.fromEntries(columns.map(({ name, scores }) => [name, mean(scores)])), ci }
}

/** How long each stage of the searches took; null if no search was timed. */
export function latencies(answers: readonly Pick<Answer, 'timings'>[]): Row['latency'] {
  const measured = answers.map(({ timings }) => timings).filter((timings) => timings !== null)
  if (measured.length === 0) return null
  const latency = (stage: Stage) => {
    const times = Float64Array.from(measured, (timings) => timings[stage]).toSorted()
    return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
  }
  return Object.fromEntries(stages.map((stage) => [stage, latency(stage)])) as Row['latency']
}

/** How long the text that an agent is given is; null if that is not known for every answer. */
export function meanTokens(answers: readonly Pick<Answer, 'given' | 'unfiltered'>[]): MeanTokens | null {
  const meanOf = (read: (answer: Pick<Answer, 'given' | 'unfiltered'>) => number | undefined) =>
    mean(Float64Array.from(answers, (answer) => read(answer) ?? NaN))
  const shown = meanOf(({ given }) => given?.tokens)
  const results = comparedLimits.map((limit) => {
    const withResults = ({ given, unfiltered }: Pick<Answer, 'given' | 'unfiltered'>) =>
      unfiltered?.results.slice(0, limit).at(-1)?.tokens ?? given?.tokens
    return [limit, meanOf(withResults)]
  })
  return shown === null || Number.isNaN(shown) ? null : { shown, results: Object.fromEntries(results) }
}
