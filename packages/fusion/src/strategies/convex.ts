import { fuse } from '../fuse.js'
import { coveredMinMax, theoreticalMinMax } from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * TM2C2, a convex combination with theoretical minimum and observed maximum:
 *
 *     score(d) = Σ w·φ(s(d))·∛(c(d)·√c*) / Σ w,   φ(s) = (s − inf) / (max − inf)
 *
 * inf is `RankedList.minimum`, max the best score of the list. Expects complete scores; ranks are not used. The root is
 * our addition: c is `RankedItem.coverage`, c* the best one of the list; it is 1 for lists without coverage, and if
 * only one list has a positive weight.
 *
 * - Missing: the sums run over the lists that contain d (`missing: 'zero'`: over all, absent counts 0).
 * - Single candidate: 1 (0 if its score is inf). All equal: all 1, or all 0 at inf.
 * - Equal scores: by id. Reads `missing`.
 *
 * S. Bruch, S. Gai, A. Ingber: An Analysis of Fusion Functions for Hybrid Retrieval. ACM Transactions on Information
 * Systems 42(1), 2023. arXiv:2210.11934
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const convex: FusionStrategy = (lists, options) => {
  const { missing } = resolveOptions(options)
  const isAlone = lists.filter(({ weight }) => weight > 0).length < 2
  return fuse(lists, {
    normalize: isAlone ? theoreticalMinMax : coveredMinMax,
    weighting: missing === 'zero' ? 'share' : 'held-share',
  })
}
