import { found, isAnswerable } from '../measures/answer-measures.js'
import { headlineMeasure, shownMeasures } from '../measures/measure-table.js'
import type { Run } from '../run/run.js'
import { bootstrapMeans } from '../statistics/bootstrap-means.js'
import { mean } from '../statistics/descriptive.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { judgeDifferences, pairedDifferences } from './compare-strategies.js'
import { seed } from './row.js'
import { answersOf, scoreAnswers, type Scores } from './score-answers.js'

/** What a run says of its strategies, as figures. */
export type RunVerdict = ReturnType<typeof judgeRun>

/** A mean with half the width of its 95 % bootstrap interval. */
export type Estimate = NonNullable<ReturnType<typeof estimateOf>>

/** A strategy against the baseline, over the same queries. */
export type StrategyVerdict = RunVerdict['comparisons'][number]

/**
 * Compares each strategy of a run with the baseline by what is found among what it shows, or by the hit rate where that is not
 * known: over the queries of all suites, each query counting the same, by a paired randomisation test that is
 * Holm-corrected for the number of strategies. Throws as `answersOf` does.
 * @param options `depths`: at which the hit rate is measured
 */
export function judgeRun(run: Run, { baseline, depths }: { baseline: string; depths: readonly number[] }) {
  const findAnswers = answersOf(run)
  const headline = headlineMeasure(shownMeasures(depths))
  const isShownKnown = run.answers.every(({ results }) => results !== null)
  const measure = isShownKnown ? found.name : headline.name
  const scoresOf = (strategy: string): Scores =>
    run.suites.flatMap((suite) => scoreAnswers(findAnswers(suite, strategy), [headline]).get(measure) ?? [])
  const own = scoresOf(baseline)
  const positions = [...own.keys()]
  const others = run.strategies.filter((strategy) => strategy !== baseline)
  const differences = others.map((strategy) => pairedDifferences(scoresOf(strategy), own, positions))
  const judged = judgeDifferences(differences)
  const comparisons = others.flatMap((strategy, index) => {
    const difference = judged[index]
    const estimate = estimateOf(differences[index] ?? new Float64Array())
    return difference && estimate ? [{ strategy, ...difference, margin: estimate.margin }] : []
  })
  return {
    measure,
    baseline,
    suites: run.suites.length,
    /** The suites whose questions were cut out of the notes that answer them. */
    knownItems: run.suites.flatMap(({ name, questions }) => (questions === 'known-item' ? [name] : [])),
    queries: run.suites.flatMap(({ queries }) => queries).filter(isAnswerable).length,
    /** The baseline's own; null if no query can be measured. */
    own: estimateOf(Float64Array.from(own.filter((score) => score !== undefined))),
    comparisons,
  }
}

/** The mean of scores or of differences; null without any. */
function estimateOf(values: Float64Array) {
  const average = mean(values)
  const [interval] = bootstrapMeans([values], { random: seededRandom(seed) })
  return average === null || !interval ? null : { mean: average, margin: (interval[1] - interval[0]) / 2 }
}
