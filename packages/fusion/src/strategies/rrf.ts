import { fuse } from '../fuse.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * Weighted reciprocal rank fusion:
 *
 *     score(d) = Σ w / (k + r),   r the rank found, from 1
 *
 * With `normalize`, divided by the best possible score, (Σw) / (k + 1), so that first in every list is 1.
 *
 * - Missing, or completed and not found: 0 from that list.
 * - Single candidate: w / (k + 1). Scores are not used, so equal ones change nothing.
 * - Equal scores: by id. Reads `k` and `normalize`.
 *
 * G. V. Cormack, C. L. A. Clarke, S. Büttcher: Reciprocal rank fusion outperforms Condorcet and individual rank
 * learning methods. SIGIR 2009, pp. 758–759; unweighted there, k = 60.
 * @throws FusionError if a list, a weight or an option is invalid
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
