import { fuse } from '../fuse.js'
import { coveredMinMax, normalizeBySource, onlyFound, theoreticalMinMax } from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy, Normalization } from '../strategy.js'

/**
 * TM2C2, a convex combination with theoretical minimum and observed maximum:
 *
 *     score(d) = Σ w·φ(s(d))·∛(c(d)·√c*) / Σ w,   φ(s) = (s − inf) / (max − inf)
 *
 * inf is `RankedList.minimum`, max the best score of the list. Expects complete scores; ranks are not used. The root is
 * our addition: c is `RankedItem.coverage`, c* the best one of the list; it is 1 for lists without coverage, and if
 * only one list has a positive weight.
 *
 * - Missing: the sums run over the lists that contain d.
 * - Single candidate: 1 (0 if its score is inf). All equal: all 1, or all 0 at inf.
 * - Equal scores: by id. Reads no option.
 *
 * S. Bruch, S. Gai, A. Ingber: An Analysis of Fusion Functions for Hybrid Retrieval. ACM Transactions on Information
 * Systems 42(1), 2023. arXiv:2210.11934
 * @throws FusionError if a list or a weight is invalid
 */
export const convex: FusionStrategy = (lists) => {
  const isAlone = lists.filter(({ weight }) => weight > 0).length < 2
  return fuse(lists, {
    normalize: isAlone ? theoreticalMinMax : coveredMinMax,
    weighting: 'held-share',
  })
}

/**
 * The weighted mean of normalised scores:
 *
 *     score(d) = Σ w·norm(s(d)) / Σ w
 *
 * norm by source: `vector` the raw cosine (not cut at 0), `keyword` 1 / (1 + r0), r0 its rank from 0; or what
 * `normalization` names.
 *
 * - Missing: the sums run over the lists that contain d. A completed item has no rank, so its `position` value is 0.
 * - Single candidate: `position`, `min-max`, `max` and `l2` 1, `none` its score, `z-score` 0, `dbsf` ½.
 * - All equal: `position` by rank, `l2` 1/√n, the others as for a single candidate.
 * - Equal scores: by id. Reads `normalization`.
 *
 * OpenClaw, memory search, hybrid merge: vectorWeight × vectorScore + textWeight × textScore, with textScore corrected
 * to decrease with the rank.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const weighted: FusionStrategy = (lists, options) => {
  const { normalization } = resolveOptions(options, { vector: 'none', keyword: 'position' })
  return fuse(lists, { normalize: normalizeBySource(normalization), weighting: 'held-share' })
}

/**
 * The formula of OpenClaw 2026.2 with its faults, for comparison:
 *
 *     score(d) = .7·cosine + .3 / (1 + max(0, −s)),   s our BM25, from 0
 *
 * −s is never above 0, so every keyword candidate adds .3, whatever its score.
 *
 * - Missing: 0 at full weight, so that a cosine of .45 without a keyword candidate falls to .315. Completed scores count
 *   0. OpenClaw also joins terms by AND and cuts at .35, which is up to the caller.
 * - Single candidate, all equal: .3 each from `keyword`.
 * - Equal scores: by id. Reads `normalization`.
 *
 * OpenClaw 2026.2, memory search, hybrid merge.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const openclaw20262: FusionStrategy = (lists, options) => {
  const { normalization } = resolveOptions(options, { vector: 'none', keyword: 'openclaw-rank' })
  return fuse(lists, { normalize: onlyFound(normalizeBySource(normalization)), weighting: 'share' })
}

/**
 * Relative score fusion:
 *
 *     score(d) = Σ w·(s(d) − min) / (max − min) ÷ Σ w,   min and max over the list
 *
 * - Missing: 0 at full weight, like the worst item of the list.
 * - Single candidate, all equal: 1 in the list.
 * - Equal scores: by id. Reads `normalization`.
 *
 * Weaviate, hybrid search, `relativeScoreFusion`.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const relativeScore: FusionStrategy = scaledSum('min-max')

/**
 * Distribution-based score fusion:
 *
 *     score(d) = Σ w·(s(d) − (μ − 3σ)) / 6σ ÷ Σ w,   μ and σ over the list, σ of a sample
 *
 * Values are not clamped, so that an outlier may have less than 0 or more than 1.
 *
 * - Missing: 0 at full weight.
 * - Single candidate, all equal: ½ in the list.
 * - Equal scores: by id. Reads `normalization`.
 *
 * M. Mazzeschi: Distribution-based score fusion, 2023; Qdrant, `dbsf`, which does not divide by Σw.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const dbsf: FusionStrategy = scaledSum('dbsf')

/** The weighted sum of scores that are scaled by what else is in their list. */
function scaledSum(usual: Normalization): FusionStrategy {
  return (lists, options) => {
    const { normalization } = resolveOptions(options)
    return fuse(lists, { normalize: normalizeBySource(normalization, usual), weighting: 'share' })
  }
}
