import type { Normalizer } from './normalizer.js'

/**
 * 1 / (1 + max(0, −s)). Written for a rank where less is better, but fed FTS5's, which is negative: so every hit, good
 * or bad, scored 1. Our BM25 is that rank flipped, so −s is what the formula was fed.
 */
export const openclawRank: Normalizer = (list) => list.items.map(({ score }) => 1 / (1 + Math.max(0, -score)))
