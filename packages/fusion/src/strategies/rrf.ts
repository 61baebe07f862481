import { fuse } from '../fuse.js'
import { settleOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'

/** Weights for two retrievers: the paper knows none, so equal. */
export const rrfWeights = { vector: 1, keyword: 1 } as const

/**
 * Weighted reciprocal rank fusion:
 *
 *     score(d) = Σ w / (k + r),   r the place found, from 1
 *
 * With `normalize`, divided by (Σw) / (k + 1), the best score there can be, so that first in every list is 1.
 *
 * - Missing, or completed and not found: 0 from that list.
 * - Single hit: w / (k + 1). Scores play no part, so all equal changes nothing.
 * - Equal scores: by id. Reads `k` and `normalize`.
 *
 * G. V. Cormack, C. L. A. Clarke, S. Büttcher: Reciprocal rank fusion outperforms Condorcet and individual rank learning
 * methods. SIGIR 2009, pp. 758–759; there unweighted, k = 60.
 * @throws FusionError when a list, a weight or an option is malformed
 */
export const rrf: FusionStrategy = (lists, options) => {
  const { k, normalize } = settleOptions(options)
  const numerator = normalize ? k + 1 : 1
  return fuse(lists, {
    normalize: (list) =>
      list.items.map(({ foundRank }) => (foundRank === null ? 0 : numerator / (k + foundRank))),
    weighting: normalize ? 'share' : 'given',
  })
}
