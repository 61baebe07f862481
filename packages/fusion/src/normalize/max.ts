import { maximumScore } from './extremes.js'
import type { Normalizer } from './normalizer.js'

/** s / max, for scores from 0: best 1; scores below 0 count as 0, and all are 0 where the best is not above 0. */
export const max: Normalizer = (list) => {
  const best = maximumScore(list)
  return list.items.map(({ score }) => (best > 0 && score > 0 ? score / best : 0))
}
