import type { SearchSettings } from '../search-options.js'
import type { RankedItem, Ranking } from './ranked-items.js'

/** The ranking of one kind. */
export interface MergedRanking {
  readonly ranking: Ranking
  readonly settings: Pick<SearchSettings, 'limit' | 'threshold' | 'thresholdOn'>
}

/**
 * Merges the rankings of several kinds without reordering any: each step takes the next item of the ranking with the highest
 * remaining confidence within the limit, since fused scores of different kinds are not comparable. A ranking without an item at its
 * threshold is omitted if another one has one.
 */
export function merge(rankings: readonly MergedRanking[]): Ranking {
  const likely = rankings.filter(isLikely)
  const lists = (likely.length > 0 ? likely : rankings).map(({ ranking, settings }) => {
    return { ranking, highest: highestFrom(ranking, settings.limit), next: 0 }
  })
  const merged: RankedItem[] = []
  for (;;) {
    const [list] = lists
      .filter(({ ranking, next }) => next < ranking.length)
      .toSorted((a, b) => (b.highest[b.next] ?? 0) - (a.highest[a.next] ?? 0))
    const item = list?.ranking[list.next]
    if (!list || !item) return merged
    merged.push(item)
    list.next += 1
  }
}

function isLikely({ ranking, settings }: MergedRanking): boolean {
  if (settings.thresholdOn === 'fused') return true
  return ranking.slice(0, settings.limit).some(({ confidence }) => confidence >= settings.threshold)
}

/** For each position, the highest confidence from there to the limit. */
function highestFrom(ranking: Ranking, limit: number): number[] {
  const highest = ranking.map(({ confidence }) => confidence)
  for (let index = Math.min(limit, ranking.length) - 2; index >= 0; index -= 1)
    highest[index] = Math.max(highest[index] ?? 0, highest[index + 1] ?? 0)
  return highest
}
