import { found, isAnswerable } from '../measures/answer-measures.js'
import type { Run } from '../run/run.js'
import { bootstrapMean, mean } from '../statistics/bootstrap-mean.js'
import { judgeDifferences, pairedDifferences } from './compare-strategies.js'
import { answersOf, type Scores } from './score-answers.js'

/** The verdict on the strategies of a run, as figures. */
export type RunVerdict = ReturnType<typeof judgeRun>

/** A mean with half the width of its 95 % bootstrap interval. */
export type Estimate = NonNullable<ReturnType<typeof estimateOf>>

export type StrategyVerdict = RunVerdict['comparisons'][number]

/**
 * Compares each strategy of a run with the baseline by found@limit over the queries of all suites, with a Holm-corrected paired
 * randomisation test. Throws like `answersOf`.
 */
export function judgeRun(run: Run, baseline: string) {
  const findAnswers = answersOf(run)
  const scoresOf = (strategy: string): Scores =>
    run.suites.flatMap((suite) =>
      findAnswers(suite, strategy).map(({ query, answer }) => found.score(answer, query)),
    )
  const baselineScores = scoresOf(baseline)
  const others = run.strategies.filter((strategy) => strategy !== baseline)
  const differences = others.map((strategy) => pairedDifferences(scoresOf(strategy), baselineScores))
  const judged = judgeDifferences(differences)
  const comparisons = others.flatMap((strategy, index) => {
    const difference = judged[index]
    const estimate = estimateOf(differences[index] ?? new Float64Array())
    return difference && estimate ? [{ strategy, ...difference, margin: estimate.margin }] : []
  })
  return {
    measure: found.name,
    baseline,
    suites: run.suites.length,
    /** Suites whose questions were cut out of the notes that answer them. */
    knownItems: run.suites.flatMap(({ name, questions }) => (questions === 'known-item' ? [name] : [])),
    queries: run.suites.flatMap(({ queries }) => queries).filter(isAnswerable).length,
    /** The estimate of the baseline. Null if no query can be measured. */
    own: estimateOf(Float64Array.from(baselineScores.filter((score) => score !== undefined))),
    comparisons,
  }
}

/** Null without values. */
function estimateOf(values: Float64Array) {
  const average = mean(values)
  const interval = bootstrapMean(values)
  return average === null || !interval ? null : { mean: average, margin: (interval[1] - interval[0]) / 2 }
}
