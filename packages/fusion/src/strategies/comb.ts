import { fuse } from '../fuse.js'
import { normalizeBySource } from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'
import { countFinders, isHeld, type ListEntry, weighers } from '../weighting.js'

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
export const combSum: FusionStrategy = comb((held) => held.map(() => 1))

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
export const combMnz: FusionStrategy = comb((held) => held.map(() => countFinders(held)))

/**
 * CombANZ: CombSUM divided by the number of lists that contain d. With complete scores that is every list, and the order
 * that of CombSUM.
 *
 *     score(d) = Σ ŵ·ŝ(d) ÷ N
 *
 * - Missing: does not count. A completed score counts like a found one.
 * - Single candidate, all equal: ŵ each.
 * - Equal scores: by id. Reads `normalization`.
 *
 * E. A. Fox, J. A. Shaw: Combination of multiple searches. TREC-2, 1994.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const combAnz: FusionStrategy = comb((held) => held.map(() => 1 / held.length))

/**
 * CombMAX. The list with the greatest product contributes it, the others have the weight 0.
 *
 *     score(d) = max ŵ·ŝ(d)
 *
 * - Missing: does not count. A completed score counts like a found one.
 * - Single candidate, all equal: the greatest ŵ.
 * - Equal scores: by id. Reads `normalization`.
 *
 * E. A. Fox, J. A. Shaw: Combination of multiple searches. TREC-2, 1994.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const combMax: FusionStrategy = comb((held) =>
  held.map((_, place) => (place === held.length - 1 ? 1 : 0)),
)

/**
 * CombMIN. The list with the least product contributes it, the others have the weight 0.
 *
 *     score(d) = min ŵ·ŝ(d)
 *
 * - Missing: does not count, so that an item in one list alone may win. A completed score counts like a found one.
 * - Single candidate, all equal: the least ŵ.
 * - Equal scores: by id. Reads `normalization`.
 *
 * E. A. Fox, J. A. Shaw: Combination of multiple searches. TREC-2, 1994.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const combMin: FusionStrategy = comb((held) => held.map((_, place) => (place === 0 ? 1 : 0)))

/**
 * CombMED. The list with the product in the middle contributes it, or the two in the middle half of theirs; the others
 * have the weight 0.
 *
 *     score(d) = median ŵ·ŝ(d)
 *
 * - Missing: does not count. A completed score counts like a found one.
 * - Single candidate, all equal: the median of ŵ.
 * - Equal scores: by id. Reads `normalization`.
 *
 * E. A. Fox, J. A. Shaw: Combination of multiple searches. TREC-2, 1994.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const combMed: FusionStrategy = comb((held) => {
  const [lower, upper] = [Math.floor((held.length - 1) / 2), Math.floor(held.length / 2)]
  return held.map((_, place) => (place === lower ? 0.5 : 0) + (place === upper ? 0.5 : 0))
})

/**
 * @param factorsOf what each product is multiplied by before all are added, for the lists that contain an item, from the
 * least product to the greatest
 */
function comb(factorsOf: (held: readonly ListEntry[]) => readonly number[]): FusionStrategy {
  return (lists, options) => {
    const { normalization } = resolveOptions(options)
    return fuse(lists, {
      normalize: normalizeBySource(normalization, 'min-max'),
      weighting: (entries) => {
        const relative = weighers.relative(entries)
        const products = entries.map((entry, index) => ({
          entry,
          index,
          product: isHeld(entry) ? entry.normalized * (relative[index] ?? 0) : 0,
        }))
        const held = products.filter(({ entry }) => isHeld(entry)).toSorted(byProductThenSource)
        const factors = factorsOf(held.map(({ entry }) => entry))
        const factorOf = new Map(held.map(({ index }, place) => [index, factors[place] ?? 0]))
        return relative.map((weight, index) => weight * (factorOf.get(index) ?? 0))
      },
    })
  }
}

interface Product {
  readonly entry: ListEntry
  readonly product: number
}

function byProductThenSource(a: Product, b: Product): number {
  return a.product - b.product || (a.entry.source < b.entry.source ? -1 : 1)
}
