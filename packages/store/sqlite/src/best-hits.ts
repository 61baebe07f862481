import type { Hit } from '@recallite/store'

function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}

/**
 * The best hits, ties by id. `find` returns the hits among the `reach` best rows, or among all (-1): where the cut
 * falls among equal scores, or too few rows are hits, all are looked at, so that a smaller limit gives the beginning
 * of what a larger one gives.
 */
export function bestHits(limit: number, find: (reach: number) => Hit[]): Hit[] {
  const near = find(2 * limit).toSorted(byScore)
  const last = near[limit - 1]
  const farthest = near.at(-1)
  if (last && farthest && last.score > farthest.score) return near.slice(0, limit)
  return find(-1).toSorted(byScore).slice(0, limit)
}
