import { fuse } from '../fuse.js'
import { normalizeBySource, onlyFound } from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * The formula of OpenClaw 2026.2 with its faults, for comparison:
 *
 *     score(d) = .7·cosine + .3 / (1 + max(0, −s)),   s our BM25, from 0
 *
 * −s is never above 0, so every keyword candidate adds .3, whatever its score.
 *
 * - Missing: 0 at full weight, so that a cosine of .45 without a keyword candidate falls to .315 (`missing: 'renormalize'`
 *   avoids that). Completed scores count 0. OpenClaw also joins terms by AND and cuts at .35, which is up to the
 *   caller.
 * - Single candidate, all equal: .3 each from `keyword`.
 * - Equal scores: by id. Reads `normalization` and `missing`.
 *
 * OpenClaw 2026.2, memory search, hybrid merge.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const openclaw20262: FusionStrategy = (lists, options) => {
  const { normalization, missing } = resolveOptions(options, {
    normalization: { vector: 'none', keyword: 'openclaw-rank' },
    missing: 'zero',
  })
  return fuse(lists, {
    normalize: onlyFound(normalizeBySource(normalization)),
    weighting: missing === 'zero' ? 'share' : 'held-share',
  })
}
