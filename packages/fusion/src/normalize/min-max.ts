import { maximumScore, minimumScore } from './extremes.js'
import { fraction } from './fraction.js'
import type { Normalizer } from './normalizer.js'

/** (s − min) / (max − min) over the list's items: best 1, worst 0; a single item, or all equal, 1. */
export const minMax: Normalizer = (list) => {
  const range = { low: minimumScore(list), high: maximumScore(list) }
  return list.items.map(({ score }) => (range.high > range.low ? fraction(score, range) : 1))
}
