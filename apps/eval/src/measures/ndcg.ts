import { nameAt, type Measure } from './measure.js'

/** What a document adds, by its grade; one that is not relevant adds nothing. */
type Gain = (grade: number) => number

const exponential: Gain = (grade) => (grade > 0 ? 2 ** grade - 1 : 0)
const linear: Gain = (grade) => (grade > 0 ? grade : 0)

function discountedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)
}

function normalisedGain(name: string, gain: Gain, depth: number): Measure {
  return {
    name: nameAt(name, depth),
    depth,
    score(ranking, grades) {
      const best = [...grades.values()].map(gain).toSorted((a, b) => b - a)
      const ideal = discountedGain(best.slice(0, depth))
      if (ideal === 0) return 0
      return discountedGain(ranking.slice(0, depth).map((id) => gain(grades.get(id) ?? 0))) / ideal
    },
  }
}

/**
 * Normalised discounted cumulative gain: DCG of the first `depth` documents ÷ DCG of the best possible order of all
 * judged ones, cut at `depth` as well. DCG = Σ (2^grade − 1)/log2(rank + 1), rank from 1; 0 where nothing is relevant.
 * Normalisation: Järvelin & Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, 2002; exponential gain:
 * Burges et al., Learning to Rank Using Gradient Descent, 2005. For grades of 0 and 1 the same as linear gain.
 */
export function ndcg(depth: number): Measure {
  return normalisedGain('nDCG', exponential, depth)
}

/**
 * The same with the grade itself as gain: DCG = Σ grade/log2(rank + 1). `ndcg_cut_<depth>` of trec_eval, with a depth
 * of Infinity its `ndcg`.
 */
export function linearNdcg(depth: number): Measure {
  return normalisedGain('nDCG-linear', linear, depth)
}
