import { fuse } from '../fuse.js'
import { normalizeBySource } from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy, Normalization } from '../strategy.js'

/**
 * Relative score fusion:
 *
 *     score(d) = Σ w·(s(d) − min) / (max − min) ÷ Σ w,   min and max over the list
 *
 * - Missing: 0 at full weight, like the worst item of the list (`missing: 'renormalize'`: the sums run over the lists that
 *   contain d).
 * - Single candidate, all equal: 1 in the list.
 * - Equal scores: by id. Reads `normalization` and `missing`.
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
 * Values are not clamped, so that an outlier may have less than 0 or more than 1. With the normalisation
 * `dbsf-population`, σ is that of a population, as in LlamaIndex.
 *
 * - Missing: 0 at full weight (`missing: 'renormalize'`: the sums run over the lists that contain d).
 * - Single candidate, all equal: ½ in the list.
 * - Equal scores: by id. Reads `normalization` and `missing`.
 *
 * M. Mazzeschi: Distribution-based score fusion, 2023; Qdrant, `dbsf`, which does not divide by Σw.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const dbsf: FusionStrategy = scaledSum('dbsf')

/**
 * Weighted arithmetic mean:
 *
 *     score(d) = Σ w·ŝ(d) / Σ w,   ŝ min-max over the list
 *
 * The formula of `relative-score`; the default weights differ.
 *
 * - Missing: 0 at full weight (`missing: 'renormalize'`: the sums run over the lists that contain d).
 * - Single candidate, all equal: 1 in the list.
 * - Equal scores: by id. Reads `normalization` and `missing`.
 *
 * OpenSearch, normalization processor, `arithmetic_mean`.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const arithmeticMean: FusionStrategy = scaledSum('min-max')

/** A weighted mean of scores that are scaled by what else is in their list. */
function scaledSum(usual: Normalization): FusionStrategy {
  return (lists, options) => {
    const { normalization, missing } = resolveOptions(options, { missing: 'zero' })
    return fuse(lists, {
      normalize: normalizeBySource(normalization, usual),
      weighting: missing === 'zero' ? 'share' : 'held-share',
    })
  }
}
