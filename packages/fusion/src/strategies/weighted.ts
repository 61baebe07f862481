import { fuse } from '../fuse.js'
import { normalizeBySource } from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * The weighted mean of normalised scores:
 *
 *     score(d) = Σ w·norm(s(d)) / Σ w
 *
 * norm by source: `vector` the raw cosine (not cut at 0), `keyword` 1 / (1 + r0), r0 its rank from 0; or what
 * `normalization` names.
 *
 * - Missing: the sums run over the lists that contain d (`missing: 'zero'`: over all, absent counts 0). A completed
 *   item has no rank, so its `position` value is 0.
 * - Single candidate: `position`, `min-max`, `max` and `l2` 1, `none` its score, `z-score` 0, `dbsf` ½.
 * - All equal: `position` by rank, `l2` 1/√n, the others as for a single candidate.
 * - Equal scores: by id. Reads `normalization` and `missing`.
 *
 * OpenClaw, memory search, hybrid merge: vectorWeight × vectorScore + textWeight × textScore, with textScore corrected
 * to decrease with the rank.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const weighted: FusionStrategy = (lists, options) => {
  const { normalization, missing } = resolveOptions(options, {
    normalization: { vector: 'none', keyword: 'position' },
  })
  return fuse(lists, {
    normalize: normalizeBySource(normalization),
    weighting: missing === 'zero' ? 'share' : 'held-share',
  })
}
