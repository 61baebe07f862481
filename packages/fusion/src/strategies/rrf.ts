import { fuse } from '../fuse.js'
import { greatestWeight } from '../lists.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * Weighted reciprocal rank fusion: Σ w / (k + r), r the rank found, from 1; 0 from a list that did not find d. With
 * `normalize`, divided by the best possible score, (Σw) / (k + 1). Reads `k` and `normalize`.
 *
 * G. V. Cormack, C. L. A. Clarke, S. Büttcher: Reciprocal rank fusion outperforms Condorcet and individual rank
 * learning methods. SIGIR 2009, pp. 758–759; unweighted there, k = 60.
 */
export const rrf: FusionStrategy = (lists, options) => {
  const { k, normalize } = resolveOptions(options)
  const numerator = normalize ? k + 1 : 1
  return fuse(lists, {
    normalize: (list) =>
      list.items.map(({ foundRank }) => (foundRank === null ? 0 : numerator / (k + foundRank))),
    weighting: normalize ? 'share' : 'given',
  })
}

/**
 * Reciprocal rank fusion whose weights compress the ranks, so that a list of weight ⅓ contributes one result for each three
 * of a list of weight 1: Σ 1 / (r/ŵ + k − 1), r the rank found, from 1, and ŵ = w ÷ the greatest weight; 0 from a list that
 * did not find d. Qdrant uses w itself; here only the ratio of weights may matter. Reads `k`, default 2; less than 1 counts as 1.
 *
 * Qdrant, weighted reciprocal rank fusion; its rank counts from 0, so it writes 1 / ((r + 1)/w + k − 1).
 */
export const rrfCompressed: FusionStrategy = (lists, options) => {
  const { k } = resolveOptions({ ...options, k: options?.k ?? 2 })
  const offset = Math.max(0, k - 1)
  const greatest = greatestWeight(lists)
  return fuse(lists, {
    normalize: ({ weight, items }) =>
      items.map(({ foundRank }) => (foundRank === null ? 0 : 1 / (foundRank / (weight / greatest) + offset))),
    weighting: (entries) => entries.map(() => 1),
  })
}
