import { fuse, type ListEntry } from '../fuse.js'
import { greatestWeight } from '../lists.js'
import {
  coveredMinMax,
  normalizeBySource,
  type Normalizer,
  onlyFound,
  onScoreScale,
  theoreticalMinMax,
} from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy, Normalization } from '../strategy.js'

/**
 * A convex combination like `convex`, except for lists with a `RankedList.scale`:
 *
 *     score(d) = Σ w·n(d) / Σ w over the lists that contain d
 *     n(d) = max(0, (s(d) − unrelated) / (related − unrelated))       for a list with a scale
 *     n(d) = .9·φ(s(d))·∛(c(d)·√c*) + .1·3 / (2 + r(d))               for any other
 *
 * φ, c and c* are those of `convex`; r is the rank in the list from 1, and the last term is 0 for an item that the list did
 * not find. If only one list has a positive weight, n is the scaled score or φ. Reads no option.
 *
 * Bruch, Gai, Ingber (see `convex`); the scale, the coverage and the rank are our additions.
 * @throws FusionError if a list or a weight is invalid
 */
export const calibrated: FusionStrategy = (lists) => {
  const normalizeOther = isSingle(lists) ? theoreticalMinMax : coveredWithRank
  return fuse(lists, {
    normalize: (list) => (list.scale ? onScoreScale(list, list.scale) : normalizeOther(list)),
    weighting: 'held-share',
  })
}

/** The share of the rank in a normalised score. */
const rankShare = 0.1

const coveredWithRank: Normalizer = (list) =>
  coveredMinMax(list).map((value, index) => {
    const rank = list.items[index]?.foundRank ?? null
    return (1 - rankShare) * value + rankShare * (rank === null ? 0 : 3 / (2 + rank))
  })

function isSingle(lists: Parameters<FusionStrategy>[0]): boolean {
  return lists.filter(({ weight }) => weight > 0).length < 2
}

/**
 * TM2C2, a convex combination with theoretical minimum and observed maximum:
 *
 *     score(d) = Σ w·φ(s(d))·∛(c(d)·√c*) / Σ w over the lists that contain d,   φ(s) = (s − inf) / (max − inf)
 *
 * inf is `RankedList.minimum`, max the best score of the list. The root is our addition: c is `RankedItem.coverage`, c* the
 * best one of the list; it is 1 for lists without coverage, and if only one list has a positive weight. Reads no option.
 *
 * S. Bruch, S. Gai, A. Ingber: An Analysis of Fusion Functions for Hybrid Retrieval. ACM Transactions on Information
 * Systems 42(1), 2023. arXiv:2210.11934
 */
export const convex: FusionStrategy = (lists) =>
  fuse(lists, { normalize: isSingle(lists) ? theoreticalMinMax : coveredMinMax, weighting: 'held-share' })

/**
 * Σ w·ŝ(d) / Σ w over the lists that contain d. ŝ is the raw cosine for `vector` (not cut at 0) and 1 / rank for `keyword`,
 * 0 for a completed item, unless `normalization` is set.
 *
 * OpenClaw, memory search, hybrid merge: vectorWeight × vectorScore + textWeight × textScore, with textScore corrected
 * to decrease with the rank.
 */
export const weighted: FusionStrategy = (lists, options) => {
  const { normalization } = resolveOptions(options, { vector: 'none', keyword: 'position' })
  return fuse(lists, { normalize: normalizeBySource(normalization), weighting: 'held-share' })
}

/**
 * The formula of OpenClaw 2026.2 with its bugs, for comparison: .7·cosine + .3 / (1 + max(0, −s)), s our BM25, from 0.
 * −s is never above 0, so every keyword candidate adds .3. Missing and completed scores count 0 at full
 * weight, so a cosine of .45 without a keyword candidate falls to .315. The caller joins terms by AND and applies the
 * threshold of .35. Reads `normalization`.
 */
export const openclaw20262: FusionStrategy = (lists, options) => {
  const { normalization } = resolveOptions(options, { vector: 'none', keyword: 'openclaw-rank' })
  return fuse(lists, { normalize: onlyFound(normalizeBySource(normalization)), weighting: 'share' })
}

/** Σ w·(s(d) − min) / (max − min) ÷ Σ w, min and max over the list. Weaviate, hybrid search, `relativeScoreFusion`. */
export const relativeScore: FusionStrategy = scaledSum('min-max')

/**
 * Distribution-based score fusion: Σ w·(s(d) − (μ − 3σ)) / 6σ ÷ Σ w, μ and σ (of a sample) over the list, not clamped.
 *
 * M. Mazzeschi: Distribution-based score fusion, 2023; Qdrant, `dbsf`, which does not divide by Σw.
 */
export const dbsf: FusionStrategy = scaledSum('dbsf')

/** The formula of `relativeScore` with equal default weights. OpenSearch, normalization processor, `arithmetic_mean`. */
export const arithmeticMean: FusionStrategy = scaledSum('min-max')

/** Σ w·ŝ(d) / Σ w; missing scores count 0 at full weight. Reads `normalization`. */
function scaledSum(fallback: Normalization): FusionStrategy {
  return (lists, options) => {
    const { normalization } = resolveOptions(options)
    return fuse(lists, { normalize: normalizeBySource(normalization, fallback), weighting: 'share' })
  }
}

/** CombSUM: Σ ŵ·ŝ(d). E. A. Fox, J. A. Shaw: Combination of multiple searches. TREC-2, 1994. */
export const combSum: FusionStrategy = comb(() => 1)

/** CombMNZ: CombSUM times the number of lists that found d; a completed score does not count as found. Fox, Shaw 1994. */
export const combMnz: FusionStrategy = comb((entries) => entries.filter(({ rank }) => rank !== null).length)

/** factor · Σ ŵ·ŝ(d), ŝ min-max over the list, ŵ = w ÷ the greatest weight. Reads `normalization`. */
function comb(factorOf: (entries: readonly ListEntry[]) => number): FusionStrategy {
  return (lists, options) => {
    const { normalization } = resolveOptions(options)
    return fuse(lists, {
      normalize: normalizeBySource(normalization, 'min-max'),
      weighting: (entries) => {
        const [factor, greatest] = [factorOf(entries), greatestWeight(entries)]
        return entries.map(({ weight }) => (weight / greatest) * factor)
      },
    })
  }
}
