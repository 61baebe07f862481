import type { Adjustment } from '../answer.js'
import type { QueryTime } from '../time/read-time.js'
import { readItems, type ItemReaders, type RankedItem, type Ranking } from './ranked-items.js'

interface AdjustSource {
  readonly readers: ItemReaders
  /** As `2026-02-11`. */
  readonly today: string
  /** The time in the query; null if there is none, or if it does not count. */
  readonly time: QueryTime | null
}

/** An item moves by fewer positions than this, so by up to three. */
const reach = 4
const millisecondsInDay = 86_400_000

/**
 * Prefers items of the time in the query: orders items by score × `timeFactorOf`, where a reranked item has the score of its
 * position. Then, if `recency` is set, orders by position − 4 × 0.5^(age / half-life), so that recent items rise by up to three
 * positions. Ties keep their order. An item without a date counts as infinitely old.
 * @param recency the half-life in days; undefined: age does not count
 */
export async function adjust(
  ranking: Ranking,
  { readers, today, time }: AdjustSource,
  recency: number | undefined,
): Promise<Ranking> {
  const { found } = await readItems(readers, ranking)
  const byId = new Map(found.map((ranked) => [ranked.id, ranked]))
  const aged = ranking.map((ranked, index) => {
    const read: RankedItem = byId.get(ranked.id) ?? ranked
    const day = read.item?.time ?? null
    const ageDays = day === null ? null : daysBetween(day, today)
    return { ranked: read, from: index + 1, ageDays, timeFactor: time ? timeFactorOf(day, time) : undefined }
  })
  const scores = ranking.map(({ order, fused }) => order?.score ?? Math.max(0, fused.score))
  const inOrder = scores.toSorted((a, b) => b - a)
  const keyOf = ({ from, timeFactor = 1 }: (typeof aged)[number]) => (inOrder[from - 1] ?? 0) * timeFactor
  const timed = aged.toSorted((a, b) => keyOf(b) - keyOf(a))
  const positioned = timed.map((item, index) => ({ ...item, before: item.from, from: index + 1 }))
  const ordered = recency === undefined ? positioned : byRecency(positioned, recency)
  return ordered.map(({ ranked, before, ageDays, timeFactor }, index) => {
    return { ...ranked, adjustment: { from: before, to: index + 1, ageDays, timeFactor } }
  })
}

/** A time with a year often belongs to the topic ("the sales of 2024"), not to when the item was written. */
const gainOf = (text: string) => (/\d{4}/u.test(text) ? 0.25 : 0.5)

/**
 * The factor for the score of an item: 1 + gain within the time, where the gain is .5, or .25 if the query contains a year;
 * outside of it 1 + gain / 2 × 0.5^(distance in days / length in days, 30 if it has no beginning); 1 without a day.
 */
export function timeFactorOf(day: string | null, { text, from, to }: QueryTime): number {
  if (day === null) return 1
  const distance = from !== null && day < from ? daysBetween(day, from) : daysBetween(to, day)
  const days = from === null ? 30 : daysBetween(from, to) + 1
  return 1 + gainOf(text) * (distance === 0 ? 1 : 0.5 ** (1 + distance / days))
}

/**
 * Orders items by position and age, as described at `adjust`.
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

/** The number of days from one day to a later one; 0 if it is not later. Both as `2026-02-11`. */
function daysBetween(day: string, later: string): number {
  const days = (Date.parse(later) - Date.parse(day)) / millisecondsInDay
  return Math.max(0, Math.round(days))
}
