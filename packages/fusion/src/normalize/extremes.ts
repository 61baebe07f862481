import type { RankedList } from '../ranked-list.js'

/** The best score of a list, −Infinity if it is empty. A loop, because arguments to `Math.max` are limited. */
export function maximumScore(list: RankedList): number {
  return list.items.reduce((best, item) => Math.max(best, item.score), -Infinity)
}

/** The worst score of a list, Infinity if it is empty. */
export function minimumScore(list: RankedList): number {
  return list.items.reduce((worst, item) => Math.min(worst, item.score), Infinity)
}
