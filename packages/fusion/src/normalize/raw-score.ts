import type { Normalizer } from './normalizer.js'

/** The score as it is: for scores that mean the same for every query, such as a cosine. */
export const rawScore: Normalizer = (list) => list.items.map((item) => item.score)
