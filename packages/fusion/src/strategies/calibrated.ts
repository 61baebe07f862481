import { fuse } from '../fuse.js'
import {
  coveredMinMax,
  type Normalizer,
  onKnownScale,
  reciprocalRank,
  theoreticalMinMax,
} from '../normalizers.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * A convex combination like TM2C2 (`convex`) in which a list whose scale is known keeps that scale:
 *
 *     score(d) = Σ w·n(d) / Σ w
 *     n(d) = max(0, (s(d) − unrelated) / (related − unrelated))       for a list with a `RankedList.scale`
 *     n(d) = .9·φ(s(d))·∛(c(d)·√c*) + .1·3 / (2 + r(d))               for any other
 *
 * The first is 0 for what is unrelated to a query and about 1 for what is closely related, also if nothing better was
 * found, and means the same for every model. φ, c and c* are those of `convex`; r is the rank in the list from 1, and an item
 * that the list did not find has 0 in place of 3 / (2 + r). If only one list has a positive weight, n is the scaled score or
 * φ alone.
 *
 * - Missing: the sums run over the lists that contain d.
 * - Single candidate: 1 in a list without scale, coverage and unfound items.
 * - Equal scores: by id. Reads no option.
 *
 * S. Bruch, S. Gai, A. Ingber: An Analysis of Fusion Functions for Hybrid Retrieval. ACM Transactions on Information
 * Systems 42(1), 2023. arXiv:2210.11934, for the convex combination; the scale, the coverage and the rank are our additions.
 * @throws FusionError if a list or a weight is invalid
 */
export const calibrated: FusionStrategy = (lists) => {
  const isAlone = lists.filter(({ weight }) => weight > 0).length < 2
  const onOwnScale = isAlone ? theoreticalMinMax : coveredWithRank
  return fuse(lists, {
    normalize: (list) => (list.scale ? onKnownScale(list, list.scale) : onOwnScale(list)),
    weighting: 'held-share',
  })
}

/** How much of a normalised score is the rank. */
const rankShare = 0.1

const coveredWithRank: Normalizer = (list) => {
  const ranks = reciprocalRank(list)
  return coveredMinMax(list).map((value, index) => (1 - rankShare) * value + rankShare * (ranks[index] ?? 0))
}
