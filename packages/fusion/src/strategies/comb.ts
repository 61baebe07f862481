import { fuse, type ListEntry } from '../fuse.js'
import { greatestWeight } from '../lists.js'
import { normalizeBySource } from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * CombSUM:
 *
 *     score(d) = Σ ŵ·ŝ(d),   ŝ min-max over the list;   ŵ = w ÷ the greatest weight
 *
 * - Missing: 0. A completed score counts like a found one.
 * - Single candidate, all equal: ŵ each.
 * - Equal scores: by id. Reads `normalization`.
 *
 * E. A. Fox, J. A. Shaw: Combination of multiple searches. TREC-2, 1994.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const combSum: FusionStrategy = comb(() => 1)

/**
 * CombMNZ: CombSUM times N, the number of lists that found d.
 *
 *     score(d) = N · Σ ŵ·ŝ(d)
 *
 * - Missing: 0. A completed score adds to the sum, but not to N.
 * - Single candidate, all equal: N·ŵ each.
 * - Equal scores: by id. Reads `normalization`.
 *
 * E. A. Fox, J. A. Shaw: Combination of multiple searches. TREC-2, 1994.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const combMnz: FusionStrategy = comb((entries) => entries.filter(({ rank }) => rank !== null).length)

/** @param factorOf what the sum is multiplied by, from what the lists say about an item */
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
