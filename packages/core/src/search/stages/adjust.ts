import type { Item } from '@recallite/store'
import { headingDays } from '../../read-days.js'
import type { Adjustment } from '../answer.js'
import type { QueryTime } from '../time/read-time.js'
import { readItems, type ItemReaders, type RankedItem, type Ranking } from './ranked-items.js'

interface AdjustSource {
  readonly readers: ItemReaders
  /** As `2026-02-11`. */
  readonly today: string
  /** The time in the query; null if there is none, or if it does not count. */
  readonly time: QueryTime | null
  /** Whether the query has no topic but the time. */
  readonly listsAll?: boolean | undefined
}

/** An item moves by fewer positions than this, so by up to three. */
const reach = 4
const millisecondsInDay = 86_400_000

/** The confidence of an item of the time if the query has no other topic. */
const listedConfidence = 0.8

/**
 * Prefers items of the time in the query: orders items by score × `timeFactorOf`, where a reranked item has the score of its
 * position. Items of a single day are first; if the query has no other topic, those of any time, by day, place and line. Then, if
 * `recency` is set, orders by position − 4 × 0.5^(age / half-life), so that recent items rise by up to three positions. Ties keep
 * their order. An item without a date counts as infinitely old.
 * @param recency the half-life in days; undefined: age does not count
 */
export async function adjust(
  ranking: Ranking,
  { readers, today, time, listsAll = false }: AdjustSource,
  recency: number | undefined,
): Promise<Ranking> {
  const { found } = await readItems(readers, ranking)
  const byId = new Map(found.map((ranked) => [ranked.id, ranked]))
  const aged = ranking.map((ranked, index) => {
    const read: RankedItem = byId.get(ranked.id) ?? ranked
    const day = read.item ? dayOfItem(read.item, time) : null
    const ageDays = day === null ? null : daysBetween(day, today)
    const isOfTime = time !== null && isWithin(day, time)
    const confidence =
      listsAll && isOfTime ? Math.max(ranked.confidence, listedConfidence) : ranked.confidence
    const timeFactor = time ? timeFactorOf(day, time) : undefined
    return { ranked: { ...read, confidence }, from: index + 1, day, ageDays, timeFactor, isOfTime }
  })
  const isFirst = ({ isOfTime }: (typeof aged)[number]) => isOfTime && (listsAll || time?.from === time?.to)
  const scores = ranking.map(({ order, fused }) => order?.score ?? Math.max(0, fused.score))
  const inOrder = scores.toSorted((a, b) => b - a)
  const keyOf = ({ from, timeFactor = 1 }: (typeof aged)[number]) => (inOrder[from - 1] ?? 0) * timeFactor
  const timed = [
    ...aged.filter(isFirst).toSorted((a, b) => (listsAll ? inOrderOfDays(a, b) : keyOf(b) - keyOf(a))),
    ...aged.filter((each) => !isFirst(each)).toSorted((a, b) => keyOf(b) - keyOf(a)),
  ]
  const positioned = timed.map((item, index) => ({ ...item, before: item.from, from: index + 1 }))
  const ordered = recency === undefined ? positioned : byRecency(positioned, recency)
  return ordered.map(({ ranked, before, ageDays, timeFactor }, index) => {
    return { ...ranked, adjustment: { from: before, to: index + 1, ageDays, timeFactor } }
  })
}

/** The day of an item: one that its headings state, of the time if possible, else that of its document. */
function dayOfItem({ text, attributes, locator, time: day }: Item, time: QueryTime | null): string | null {
  const days = headingDays(attributes.heading, text, `${attributes.title} ${locator.path}`)
  return days.find((each) => time !== null && isWithin(each, time)) ?? days[0] ?? day
}

function isWithin(day: string | null, { from, to }: QueryTime): boolean {
  return day !== null && (from === null || day >= from) && day <= to
}

interface DatedItem {
  readonly day: string | null
  readonly ranked: RankedItem
}

function inOrderOfDays(a: DatedItem, b: DatedItem): number {
  const [[first, line = 0], [second, other = 0]] = [a, b].map(placeOf) as [Place, Place]
  return first === second ? line - other : first < second ? -1 : 1
}

type Place = readonly [dayAndPath: string, line: number | undefined]

function placeOf({ day, ranked: { item } }: DatedItem): Place {
  return [`${day} ${item?.locator.path}`, item?.locator.startLine]
}

/**
 * Calibrated scores of several likely items differ little, so the gain is large. But a time with a year often belongs to the topic
 * ("the sales of 2024"), not to when the item was written.
 */
const gainOf = (text: string) => (/\d{4}/u.test(text) ? 0.25 : 2)

/**
 * The factor for the score of an item: 1 + gain within the time, where the gain is 2, or .25 if the query contains a year;
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
