import { relevantDocuments } from '../measures/answer-measures.js'
import type { Answer, RunQuery } from '../run/run.js'

/** A prediction, and whether it came true. */
interface Judged {
  /** From 0 to 1. */
  readonly confidence: number
  readonly isRight: boolean
}

/** How far confidences are the probabilities that they claim to be. */
export type Reliability = NonNullable<ReturnType<typeof reliability>>

/**
 * A reliability diagram of bins of equal width, and the expected calibration error: Σ n_b/n · |right_b − confidence_b| over
 * the bins b. Naeini, Cooper & Hauskrecht, Obtaining Well Calibrated Probabilities Using Bayesian Binning, AAAI 2015;
 * the diagram: DeGroot & Fienberg, The Comparison and Evaluation of Forecasters, The Statistician 32, 1983. Null without
 * predictions.
 */
export function reliability(judged: readonly Judged[], binCount = 10) {
  if (judged.length === 0) return null
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
  return { queries: judged.length, bins, error: gaps.reduce((sum, gap) => sum + gap, 0) / judged.length }
}

/**
 * The confidence of each answer, and whether the results that would be shown without a threshold contain a relevant
 * document: never for queries that no document answers. Answers whose confidence is not known are left out.
 */
export function judgeAnswers(
  answered: readonly {
    readonly query: Pick<RunQuery, 'grades'>
    readonly answer: Pick<Answer, 'unfiltered'>
  }[],
): Judged[] {
  return answered.flatMap(({ query, answer: { unfiltered } }) => {
    if (!unfiltered) return []
    const { confidence, limit, results } = unfiltered
    const relevant = new Set(relevantDocuments(query))
    return [{ confidence, isRight: results.slice(0, limit).some(({ document }) => relevant.has(document)) }]
  })
}
