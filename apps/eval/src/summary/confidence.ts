import { searchDefaults } from '@recallite/core'
import { isAnswerable, isForeign, relevantDocuments } from '../measures/answer-measures.js'
import type { Run } from '../run/run.js'
import { mean } from '../statistics/bootstrap-mean.js'
import { answersOf, type Answered } from './score-answers.js'

const binCount = 10

export type Reliability = ReturnType<typeof reliability>

/**
 * A reliability diagram with bins of equal width, and the expected calibration error, Σ n_b/n · |right_b − confidence_b| over the
 * bins b: Naeini, Cooper & Hauskrecht, Obtaining Well Calibrated Probabilities Using Bayesian Binning, AAAI 2015.
 */
export function reliability(judged: readonly { readonly confidence: number; readonly isRight: boolean }[]) {
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
    /** Exclusive, but inclusive in the last bin. */
    to: (index + 1) / binCount,
    count,
    /** The mean confidence and the share of right predictions; null without predictions. */
    confidence: count === 0 ? null : confidence / count,
    right: count === 0 ? null : right / count,
  }))
  const gaps = sums.map(({ confidence, right }) => Math.abs(right - confidence))
  const error = gaps.reduce((sum, gap) => sum + gap, 0) / (judged.length || 1)
  return { queries: judged.length, bins, error }
}

/** The calibration of answers. A prediction is right if the results without a threshold contain a relevant document. */
export function calibrationOf(answered: readonly Answered[]) {
  const judged = answered.map(({ query, answer: { unfiltered } }) => {
    const { confidence, limit, results } = unfiltered
    const relevant = new Set(relevantDocuments(query))
    return { confidence, isRight: results.slice(0, limit).some(({ document }) => relevant.has(document)) }
  })
  return reliability(judged)
}

/** The effect of thresholds, and the calibration, of one strategy. */
export type ConfidenceFigures = ReturnType<typeof confidenceOf>[number]

const { threshold: defaultThreshold, strictThreshold } = searchDefaults
const comparedThresholds: readonly number[] = [
  ...new Set([0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, defaultThreshold, strictThreshold]),
].toSorted((a, b) => a - b)

/**
 * For each strategy of a run with foreign questions: the shares of own and foreign questions that each threshold would abstain on
 * (mean over suites, and worst suite), and the calibration over all questions. Throws like `answersOf`.
 */
export function confidenceOf(run: Run, thresholds = comparedThresholds) {
  if (!run.suites.some(({ queries }) => queries.some(isForeign))) return []
  const findAnswers = answersOf(run)
  return run.strategies.map((strategy) => {
    const suites = run.suites.map((suite) => findAnswers(suite, strategy))
    const sharesOf = (isOf: (query: Answered['query']) => boolean, threshold: number) => {
      const shares = suites.flatMap((answered) => {
        const group = answered.filter(({ query }) => isOf(query))
        const abstained = group.map(({ answer }) => (answer.unfiltered.confidence < threshold ? 1 : 0))
        return mean(Float64Array.from(abstained)) ?? []
      })
      return { mean: mean(Float64Array.from(shares)), min: Math.min(...shares), max: Math.max(...shares) }
    }
    return {
      strategy,
      thresholds: thresholds.map((threshold) => {
        const [lost, foreign] = [sharesOf(isAnswerable, threshold), sharesOf(isForeign, threshold)]
        return {
          threshold,
          lost: { mean: lost.mean, worst: lost.max },
          foreign: { mean: foreign.mean, worst: foreign.min },
        }
      }),
      calibration: calibrationOf(suites.flat()),
    }
  })
}
