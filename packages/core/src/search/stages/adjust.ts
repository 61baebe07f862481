import type { Store } from '@recallite/store'
import type { Adjustment } from '../answer.js'
import type { RankedItem, Ranking } from './fuse.js'
import { readItems } from './read-items.js'

interface RecencySource {
  readonly store: Pick<Store, 'readItems'>
  /** As `2026-02-11`. */
  readonly today: string
}

/** An item moves by less than this many positions, so by three at most. */
const reach = 4
const millisecondsInDay = 86_400_000

/**
 * Moves recent items up by up to three positions, where the half-life of recency is set: items are ordered by
 * (position − 4 × 0.5^(age / half-life)), equal ones as before. A later item overtakes an earlier one only if fewer than
 * four positions are between them, so no item rises or sinks by more than three. An item without a date counts as
 * infinitely old.
 * @param recency the half-life in days
 */
export async function adjust(
  ranking: Ranking,
  { store, today }: RecencySource,
  recency: number,
): Promise<Ranking> {
  const { found } = await readItems(store, ranking)
  const byId = new Map(found.map((ranked) => [ranked.id, ranked]))
  const aged = ranking.map((ranked, index) => {
    const read: RankedItem = byId.get(ranked.id) ?? ranked
    const ageDays = read.item?.time ? daysBetween(read.item.time, today) : null
    return { ranked: read, from: index + 1, ageDays }
  })
  return byRecency(aged, recency).map(({ ranked, from, ageDays }, index) => ({
    ...ranked,
    adjustment: { from, to: index + 1, ageDays },
  }))
}

/**
 * Orders items by position and age, as `adjust` says.
 * @param items their positions before (`from`, different integers) and ages in days (null: infinitely old)
 * @param halfLife in days, above 0
 */
export function byRecency<Aged extends Pick<Adjustment, 'from' | 'ageDays'>>(
  items: readonly Aged[],
  halfLife: number,
): Aged[] {
  const keyed = items.map((item) => {
    const freshness = item.ageDays === null ? 0 : 0.5 ** (Math.max(0, item.ageDays) / halfLife)
    return { item, key: item.from - reach * freshness }
  })
  return keyed.toSorted((a, b) => a.key - b.key || a.item.from - b.item.from).map(({ item }) => item)
}

/** How many days one day is before another one; 0 if it is not before. Both as `2026-02-11`. */
function daysBetween(day: string, later: string): number {
  const days = (Date.parse(later) - Date.parse(day)) / millisecondsInDay
  return Math.max(0, Math.round(days))
}
