import { fuse } from '../fuse.js'
import { coveredMinMax, theoreticalMinMax } from '../normalizers.js'
import { settleOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'

/** Weights for two retrievers: the paper's α. */
export const convexWeights = { vector: 0.8, keyword: 0.2 } as const

/**
 * TM2C2, a convex combination with theoretical minimum and observed maximum:
 *
 *     score(d) = Σ w·φ(s(d))·∛(c(d)·√c*) / Σ w,   φ(s) = (s − inf) / (max − inf)
 *
 * inf is `RankedList.minimum`, max the list's best score. Meant for complete scores; ranks play no part. The root is ours
 * and not the paper's: c is `RankedItem.coverage`, c* the list's best one, and it is 1 where the list tells no coverage
 * or is the only one of positive weight, whose own order is the better one.
 *
 * - Missing: the sums run over the lists that hold d (`missing: 'zero'`: over all, absent counts 0).
 * - Single hit: 1 (0 if its score is inf). All equal: all 1, or all 0 at inf.
 * - Equal scores: by id. Reads `missing`.
 *
 * S. Bruch, S. Gai, A. Ingber: An Analysis of Fusion Functions for Hybrid Retrieval. ACM Transactions on Information
 * Systems 42(1), 2023. arXiv:2210.11934
 * @throws FusionError when a list, a weight or an option is malformed
 */
export const convex: FusionStrategy = (lists, options) => {
  const { missing } = settleOptions(options)
  const isAlone = lists.filter(({ weight }) => weight > 0).length < 2
  return fuse(lists, {
    normalize: isAlone ? theoreticalMinMax : coveredMinMax,
    weighting: missing === 'zero' ? 'share' : 'held-share',
  })
}
