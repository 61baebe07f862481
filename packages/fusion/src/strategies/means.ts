import { fuse } from '../fuse.js'
import { normalizeBySource, type Normalizer } from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'
import { isHeld, splitScore, sumAscending, weighers } from '../weighting.js'

/** The least normalised score of the geometric and harmonic mean, as in OpenSearch: a score of 0 would decide them alone. */
const least = 0.001

/**
 * Weighted arithmetic mean:
 *
 *     score(d) = Σ w·ŝ(d) / Σ w,   ŝ min-max over the list
 *
 * - Missing: 0 at full weight (`missing: 'renormalize'`: the sums run over the lists that contain d).
 * - Single candidate, all equal: 1 in the list.
 * - Equal scores: by id. Reads `normalization` and `missing`.
 *
 * OpenSearch, normalization processor, `arithmetic_mean`.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const arithmeticMean: FusionStrategy = (lists, options) => {
  const { normalization, missing } = resolveOptions(options, { missing: 'zero' })
  return fuse(lists, {
    normalize: normalizeBySource(normalization, 'min-max'),
    weighting: missing === 'zero' ? 'share' : 'held-share',
  })
}

/**
 * Weighted geometric mean:
 *
 *     score(d) = exp(Σ w·ln ŝ(d) / Σ w),   ŝ min-max over the list, at least .001
 *
 * Each contribution is the list's share of the score: the effective weight is score·(w / Σw) / ŝ.
 *
 * - Missing: the sums run over the lists that contain d. A completed score counts like a found one.
 * - Single candidate, all equal: 1.
 * - Equal scores: by id. Reads `normalization`.
 *
 * OpenSearch, normalization processor, `geometric_mean`.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const geometricMean: FusionStrategy = meanOf({ transform: Math.log, inverse: Math.exp })

/**
 * Weighted harmonic mean:
 *
 *     score(d) = Σ w / Σ (w / ŝ(d)),   ŝ min-max over the list, at least .001
 *
 * Each contribution is the list's share of the score: the effective weight is score·(w / Σw) / ŝ.
 *
 * - Missing: the sums run over the lists that contain d. A completed score counts like a found one.
 * - Single candidate, all equal: 1.
 * - Equal scores: by id. Reads `normalization`.
 *
 * OpenSearch, normalization processor, `harmonic_mean`.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const harmonicMean: FusionStrategy = meanOf({ transform: reciprocal, inverse: reciprocal })

/** The mean whose transform is the arithmetic mean of the transformed scores. */
function meanOf(use: Record<'transform' | 'inverse', (value: number) => number>): FusionStrategy {
  return (lists, options) => {
    const { normalization } = resolveOptions(options)
    return fuse(lists, {
      normalize: atLeast(normalizeBySource(normalization, 'min-max')),
      weighting: (entries) => {
        const shares = weighers['held-share'](entries)
        const parts = entries.map((entry, index) =>
          isHeld(entry) ? (shares[index] ?? 0) * use.transform(entry.normalized) : 0,
        )
        return splitScore(entries, use.inverse(sumAscending(parts)))
      },
    })
  }
}

function atLeast(normalize: Normalizer): Normalizer {
  return (list) => normalize(list).map((value) => Math.max(value, least))
}

function reciprocal(value: number): number {
  return 1 / value
}
