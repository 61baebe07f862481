import type { Normalizer } from './normalizer.js'

/** 1 / (1 + r0), r0 the place found counted from 0, which is 1 ÷ `foundRank`; 0 for an item that was not found. */
export const position: Normalizer = (list) =>
  list.items.map(({ foundRank }) => (foundRank === null ? 0 : 1 / foundRank))
