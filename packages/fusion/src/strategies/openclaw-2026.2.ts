import { fuse } from '../fuse.js'
import { normalizeBySource, onlyFound } from '../normalizers.js'
import { settleOptions } from '../options.js'
import type { FusionStrategy, Normalization } from '../strategy.js'

/** Weights for two retrievers: OpenClaw's. */
export const openclaw20262Weights = { vector: 0.7, keyword: 0.3 } as const

/** How the usual sources are normalised unless `FusionOptions.normalization` says otherwise. */
const openclaw20262Normalization = {
  vector: 'none',
  keyword: 'openclaw-rank',
} as const satisfies Record<string, Normalization>

/**
 * What OpenClaw 2026.2 computes, faults included, to compare with:
 *
 *     score(d) = .7·cosine + .3 / (1 + max(0, −s)),   s our BM25, from 0
 *
 * −s is never above 0, so every keyword hit gets the full .3, whatever its score.
 *
 * - Missing: 0 at full weight, so that a cosine of .45 without a keyword hit falls to .315 (`missing: 'renormalize'`
 *   mends that). Completed scores count 0 too. The whole of that configuration also joins terms by AND and cuts at .35:
 *   that is the caller's part.
 * - Single hit, all equal: .3 each from `keyword`.
 * - Equal scores: by id. Reads `normalization` and `missing`.
 *
 * OpenClaw 2026.2, memory search, hybrid merge.
 * @throws FusionError when a list, a weight or an option is malformed
 */
export const openclaw20262: FusionStrategy = (lists, options) => {
  const { normalization, missing } = settleOptions(options, {
    normalization: openclaw20262Normalization,
    missing: 'zero',
  })
  return fuse(lists, {
    normalize: onlyFound(normalizeBySource(normalization)),
    weighting: missing === 'zero' ? 'share' : 'held-share',
  })
}
