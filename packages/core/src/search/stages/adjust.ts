import type { Adjustment } from '../answer.js'
import type { QueryTime } from '../time/read-time.js'
import { readItems, type ItemReaders, type RankedItem, type Ranking } from './ranked-items.js'

interface AdjustSource {
  readonly readers: ItemReaders
  /** As `2026-02-11`. */
  readonly today: string
  /** The time that the query names; null if it names none, or if that does not count. */
  readonly time: QueryTime | null
}

/** An item moves by less than this many positions, so by three at most. */
const reach = 4
const millisecondsInDay = 86_400_000

/**
 * Prefers items of the time that the query names: items are ordered by (score × `timeFactorOf`), equal ones as
 * before. After a reranker the scores are handed out in its order. Then moves recent items up by up to three positions, where the
 * half-life of recency is set: items are ordered by (position − 4 × 0.5^(age / half-life)), equal ones as before. A later item
 * overtakes an earlier one only if fewer than four positions are between them, so no item rises or sinks by more than three. An item
 * without a date counts as infinitely old.
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

/** A time with its year is more often part of what is asked for ("the sales of 2024") than when it was written down. */
const gainOf = (text: string) => (/\d{4}/u.test(text) ? 0.25 : 0.5)

/**
 * What the score of an item of a day is multiplied by: 1 + gain within the time, where the gain is .5, or .25 if the query names its
 * year; outside of it 1 + gain / 2 × 0.5^(days to it / its days, 30 if it has no beginning); 1 without a day.
 */
export function timeFactorOf(day: string | null, { text, from, to }: QueryTime): number {
  if (day === null) return 1
  const distance = from !== null && day < from ? daysBetween(day, from) : daysBetween(to, day)
  const days = from === null ? 30 : daysBetween(from, to) + 1
  return 1 + gainOf(text) * (distance === 0 ? 1 : 0.5 ** (1 + distance / days))
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
