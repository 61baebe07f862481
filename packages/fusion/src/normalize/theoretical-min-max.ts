import { maximumScore } from './extremes.js'
import { fraction } from './fraction.js'
import type { Normalizer } from './normalizer.js'

/**
 * φ(s) = (s − inf) / (max − inf), inf the least score that is possible (`RankedList.minimum`, 0 if not told), max the
 * best one observed. Scores below inf count as inf. A list whose best score is inf says nothing: φ = 0.
 */
export const theoreticalMinMax: Normalizer = (list) => {
  const range = { low: list.minimum ?? 0, high: maximumScore(list) }
  return list.items.map(({ score }) => (score > range.low ? fraction(score, range) : 0))
}
