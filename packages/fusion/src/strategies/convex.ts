import { fuse } from '../fuse.js'
import { theoreticalMinMax } from '../normalize/theoretical-min-max.js'
import { settleOptions } from '../settle-options.js'
import type { FusionStrategy } from '../strategy.js'

/** Weights for two retrievers: the paper's α. */
export const convexWeights = { vector: 0.8, keyword: 0.2 } as const

/**
 * TM2C2, a convex combination with theoretical minimum and observed maximum:
 *
 *     score(d) = Σ w·φ(s(d)) / Σ w,   φ(s) = (s − inf) / (max − inf)
 *
 * inf is `RankedList.minimum`, max the list's best score. Meant for complete scores; ranks play no part.
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
  return fuse(lists, {
    normalize: theoreticalMinMax,
    weighting: missing === 'zero' ? 'share' : 'held-share',
  })
}
