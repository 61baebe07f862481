import { fuse } from '../fuse.js'
import { normalizeBySource } from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy, MissingRule, Normalization } from '../strategy.js'

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
export const relativeScore: FusionStrategy = scaledSum('min-max', 'zero')

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
export const dbsf: FusionStrategy = scaledSum('dbsf', 'zero')

/**
 * Balanced log odds. Each score becomes the log odds of a probability, logistic((s − median) / σ), and these are scaled to
 * their range in the list:
 *
 *     score(d) = Σ w·(ℓ(d) − min ℓ) / (max ℓ − min ℓ) ÷ Σ w,   ℓ = logit(logistic((s − median) / σ)) = (s − median) / σ
 *
 * The scaling undoes the shift by the median and the division by σ, so what is computed is `relative-score` over the lists
 * that contain d. It would differ only where probabilities are given instead of scores.
 *
 * - Missing: the sums run over the lists that contain d (`missing: 'zero'`: over all, absent counts 0).
 * - Single candidate, all equal: 1 in the list.
 * - Equal scores: by id. Reads `normalization` and `missing`.
 *
 * J. Jeong: bayesian-bm25, `balanced_log_odds_fusion`, 2026; with the median and σ of each list, and missing ones skipped,
 * as in Qdrant.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const balancedLogOdds: FusionStrategy = scaledSum('min-max', 'renormalize')

/** A weighted mean of scores that are scaled by what else is in their list. */
function scaledSum(usual: Normalization, usualMissing: MissingRule): FusionStrategy {
  return (lists, options) => {
    const { normalization, missing } = resolveOptions(options, { missing: usualMissing })
    return fuse(lists, {
      normalize: normalizeBySource(normalization, usual),
      weighting: missing === 'zero' ? 'share' : 'held-share',
    })
  }
}
