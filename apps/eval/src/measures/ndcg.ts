import type { Measure } from './measure.js'

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)
}

/**
 * Normalised discounted cumulative gain: DCG of the first `depth` documents ÷ DCG of the best possible order of all
 * judged ones, cut at `depth` as well. DCG = Σ (2^grade − 1)/log2(rank + 1), rank from 1; 0 where nothing is relevant.
 * Normalisation: Järvelin & Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, 2002; exponential gain:
 * Burges et al., Learning to Rank Using Gradient Descent, 2005. For grades of 0 and 1 the same as linear gain.
 */
export function ndcg(depth: number): Measure {
  return {
    name: `nDCG@${depth}`,
    score(ranking, grades) {
      const best = [...grades.values()].toSorted((a, b) => b - a).slice(0, depth)
      const ideal = discountedGain(best)
      if (ideal === 0) return 0
      return discountedGain(ranking.slice(0, depth).map((id) => grades.get(id) ?? 0)) / ideal
    },
  }
}
