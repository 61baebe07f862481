import { searchDefaults } from '@recallite/core'
import { isAnswerable, isForeign, relevantDocuments } from '../measures/answer-measures.js'
import type { Run } from '../run/run.js'
import { mean } from '../statistics/bootstrap-means.js'
import { answersOf, type Answered } from './score-answers.js'

/** A prediction, and whether it came true. */
interface Judged {
  /** From 0 to 1. */
  readonly confidence: number
  readonly isRight: boolean
}

/** How far confidences are the probabilities that they claim to be. */
export type Reliability = ReturnType<typeof reliability>

/**
 * A reliability diagram of bins of equal width, and the expected calibration error: Σ n_b/n · |right_b − confidence_b| over
 * the bins b. Naeini, Cooper & Hauskrecht, Obtaining Well Calibrated Probabilities Using Bayesian Binning, AAAI 2015;
 * the diagram: DeGroot & Fienberg, The Comparison and Evaluation of Forecasters, The Statistician 32, 1983. 0 without
 * predictions.
 */
export function reliability(judged: readonly Judged[], binCount = 10) {
  const sums = Array.from({ length: binCount }, () => ({ count: 0, confidence: 0, right: 0 }))
  for (const { confidence, isRight } of judged) {
    const index = Math.min(binCount - 1, Math.max(0, Math.floor(confidence * binCount)))
    const sum = sums[index]
    if (!sum) continue
    sum.count += 1
    sum.confidence += confidence
    sum.right += isRight ? 1 : 0
  }
  const bins = sums.map(({ count, confidence, right }, index) => ({
    from: index / binCount,
    /** The next bin begins here; 1 itself belongs to the last bin. */
    to: (index + 1) / binCount,
    count,
    /** The mean confidence, then the share that came true; null without predictions. */
    confidence: count === 0 ? null : confidence / count,
    right: count === 0 ? null : right / count,
  }))
  const gaps = sums.map(({ confidence, right }) => Math.abs(right - confidence))
  return {
    queries: judged.length,
    bins,
    error: gaps.reduce((sum, gap) => sum + gap, 0) / (judged.length || 1),
  }
}

/**
 * The calibration of the confidences of answers. A confidence is right if the results that would be shown without a threshold
 * contain a relevant document: never for queries that no document answers.
 */
export function calibrationOf(answered: readonly Answered[]) {
  const judged = answered.map(({ query, answer: { unfiltered } }) => {
    const { confidence, limit, results } = unfiltered
    const relevant = new Set(relevantDocuments(query))
    return { confidence, isRight: results.slice(0, limit).some(({ document }) => relevant.has(document)) }
  })
  return reliability(judged)
}

/** What the confidences of one strategy are worth. */
export type ConfidenceFigures = ReturnType<typeof confidenceOf>[number]

const { threshold: ownThreshold, strictThreshold } = searchDefaults

/** The thresholds that are compared, those of a search among them. */
const comparedThresholds: readonly number[] = [
  ...new Set([0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, ownThreshold, strictThreshold]),
].toSorted((a, b) => a - b)

/**
 * For each strategy of a run that asks foreign questions: which shares of own and of foreign questions other thresholds would
 * abstain on, as means over suites and of the worst suite, and the calibration over all questions. Throws as `answersOf` does.
 */
export function confidenceOf(run: Run, thresholds = comparedThresholds) {
  if (!run.suites.some(({ queries }) => queries.some(isForeign))) return []
  const findAnswers = answersOf(run)
  return run.strategies.map((strategy) => {
    const suites = run.suites.map((suite) => findAnswers(suite, strategy))
    const sharesOf = (isOf: (query: Answered['query']) => boolean, threshold: number) => {
      const shares = suites.flatMap((answered) => {
        const asked = answered.filter(({ query }) => isOf(query))
        const abstained = asked.map(({ answer }) => (answer.unfiltered.confidence < threshold ? 1 : 0))
        return mean(Float64Array.from(abstained)) ?? []
      })
      return { mean: mean(Float64Array.from(shares)), least: Math.min(...shares), most: Math.max(...shares) }
    }
    return {
      strategy,
      thresholds: thresholds.map((threshold) => {
        const [lost, foreign] = [sharesOf(isAnswerable, threshold), sharesOf(isForeign, threshold)]
        return {
          threshold,
          lost: { mean: lost.mean, worst: lost.most },
          foreign: { mean: foreign.mean, worst: foreign.least },
        }
      }),
      calibration: calibrationOf(suites.flat()),
    }
  })
}
