import type { Normalization, RankedList } from './strategy.js'

/** One number per item of the list, in the order of its items; higher is better. Never NaN, whatever the list. */
export type Normalizer = (list: RankedList) => readonly number[]

/** The score as it is: for scores that mean the same for every query, such as a cosine. */
export const rawScore: Normalizer = (list) => list.items.map((item) => item.score)

/** 1 / (1 + r0), r0 the place found counted from 0, which is 1 ÷ `foundRank`; 0 for an item that was not found. */
const position: Normalizer = (list) =>
  list.items.map(({ foundRank }) => (foundRank === null ? 0 : 1 / foundRank))

/** (s − min) / (max − min) over the list's items: best 1, worst 0; a single item, or all equal, 1. */
const minMax: Normalizer = (list) => {
  const range = { low: minimumScore(list), high: maximumScore(list) }
  return list.items.map(({ score }) => (range.high > range.low ? fraction(score, range) : 1))
}

/** s / max, for scores from 0: best 1; scores below 0 count as 0, and all are 0 where the best is not above 0. */
const max: Normalizer = (list) => {
  const best = maximumScore(list)
  return list.items.map(({ score }) => (best > 0 && score > 0 ? score / best : 0))
}

/**
 * 1 / (1 + max(0, −s)). Written for a rank where less is better, but fed FTS5's, which is negative: so every hit, good
 * or bad, scored 1. Our BM25 is that rank flipped, so −s is what the formula was fed.
 */
const openclawRank: Normalizer = (list) => list.items.map(({ score }) => 1 / (1 + Math.max(0, -score)))

/** Every normalisation that `FusionOptions.normalization` may name. */
export const normalizers: Readonly<Record<Normalization, Normalizer>> = {
  none: rawScore,
  position,
  'min-max': minMax,
  max,
  'openclaw-rank': openclawRank,
}

/** Normalises each list as named for its source; `position`, which fits scores of any scale, where none is named. */
export function normalizeBySource(names: Readonly<Record<string, Normalization>>): Normalizer {
  return (list) => {
    // A source may be called `constructor`.
    const name = Object.hasOwn(names, list.source) ? names[list.source] : undefined
    return normalizers[name ?? 'position'](list)
  }
}

/** Normalises what the list found by itself; completed scores count 0. */
export function onlyFound(normalize: Normalizer): Normalizer {
  return (list) => {
    const values = normalize({
      ...list,
      items: list.items.filter((item) => item.foundRank !== null),
    }).values()
    return list.items.map((item) => (item.foundRank === null ? 0 : (values.next().value ?? 0)))
  }
}

/**
 * φ(s)·∛(c·√c*), φ as in `theoreticalMinMax`, c the item's coverage and c* the best one of the list; φ alone for items
 * without a coverage. φ gives the best hit of every query 1, whether it matches all of the question or one stray word of
 * it: coverage takes that back.
 */
export const coveredMinMax: Normalizer = (list) => {
  const scaled = theoreticalMinMax(list)
  const best = list.items.reduce((most, { coverage = 0 }) => Math.max(most, coverage), 0)
  return list.items.map(({ coverage }, index) => {
    const value = scaled[index] ?? 0
    return coverage === undefined ? value : value * Math.cbrt(coverage * Math.sqrt(best))
  })
}

/**
 * φ(s) = (s − inf) / (max − inf), inf the least score that is possible (`RankedList.minimum`, 0 if not told), max the
 * best one observed. Scores below inf count as inf. A list whose best score is inf says nothing: φ = 0.
 */
export const theoreticalMinMax: Normalizer = (list) => {
  const range = { low: list.minimum ?? 0, high: maximumScore(list) }
  return list.items.map(({ score }) => (score > range.low ? fraction(score, range) : 0))
}

/** The best score of a list, −Infinity if it is empty. A loop, because arguments to `Math.max` are limited. */
function maximumScore(list: RankedList): number {
  return list.items.reduce((best, item) => Math.max(best, item.score), -Infinity)
}

/** The ends of a scale, `low` < `high`. */
interface Range {
  readonly low: number
  readonly high: number
}

/** Where the score stands between `low` (0) and `high` (1). */
function fraction(score: number, { low, high }: Range): number {
  // A range as wide as the number line would be Infinity, and its quotient NaN.
  const scale = Number.isFinite(high - low) ? 1 : 0.5
  return (score * scale - low * scale) / (high * scale - low * scale)
}

/** The worst score of a list, Infinity if it is empty. */
function minimumScore(list: RankedList): number {
  return list.items.reduce((worst, item) => Math.min(worst, item.score), Infinity)
}
