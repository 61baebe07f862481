import type { Normalizer } from './normalizer.js'
import { theoreticalMinMax } from './theoretical-min-max.js'

/**
 * φ(s)·∛(c·√c*), φ as in `theoreticalMinMax`, c the item's coverage and c* the best one of the list; φ alone for items
 * without a coverage. φ gives the best hit of every query 1, whether it matches all of the question or one stray word of
 * it: coverage takes that back.
 */
export const coveredMinMax: Normalizer = (list) => {
  const scaled = theoreticalMinMax(list)
  const best = list.items.reduce((most, { coverage = 0 }) => Math.max(most, coverage), 0)
  return list.items.map(({ coverage }, index) => {
    const value = scaled[index] ?? 0
    return coverage === undefined ? value : value * Math.cbrt(coverage * Math.sqrt(best))
  })
}
