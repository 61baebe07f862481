import type { Normalization, RankedList } from './strategy.js'

/** One number per item of the list, in order; higher is better. Never NaN. */
export type Normalizer = (list: RankedList) => readonly number[]

/** The raw score, for scores that are comparable across queries, such as a cosine. */
export const rawScore: Normalizer = (list) => list.items.map((item) => item.score)

/** 1 ÷ `foundRank`; 0 for an item that was not found. */
const position: Normalizer = (list) =>
  list.items.map(({ foundRank }) => (foundRank === null ? 0 : 1 / foundRank))

/** (s − min) / (max − min) over the list: the best is 1, the worst 0; 1 for a single item and if all are equal. */
const minMax: Normalizer = (list) => {
  const low = list.items.reduce((worst, { score }) => Math.min(worst, score), Infinity)
  const range = { low, high: maximumScore(list) }
  return list.items.map(({ score }) => (range.high > range.low ? fraction(score, range) : 1))
}

/** s / max for scores from 0; lower scores count as 0, and all are 0 if the best is not above 0. */
const max: Normalizer = (list) => {
  const best = maximumScore(list)
  return list.items.map(({ score }) => (best > 0 && score > 0 ? score / best : 0))
}

/**
 * 1 / (1 + max(0, −s)). It expects a rank where less is better, but OpenClaw passed FTS5's, which is negative, so every
 * candidate scored 1. Our BM25 is that rank negated, so −s is what the formula received.
 */
const openclawRank: Normalizer = (list) => list.items.map(({ score }) => 1 / (1 + Math.max(0, -score)))

/** The normalisations that `FusionOptions.normalization` can name. */
export const normalizers: Readonly<Record<Normalization, Normalizer>> = {
  none: rawScore,
  position,
  'min-max': minMax,
  max,
  'openclaw-rank': openclawRank,
}

/** Normalises each list as named for its source, by `position` if none is named. */
export function normalizeBySource(names: Readonly<Record<string, Normalization>>): Normalizer {
  return (list) => {
    // A source may be called `constructor`.
    const name = Object.hasOwn(names, list.source) ? names[list.source] : undefined
    return normalizers[name ?? 'position'](list)
  }
}

/** Normalises the found items only; completed scores count 0. */
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
 * φ(s)·∛(c·√c*), with φ as in `theoreticalMinMax`, c the coverage of the item and c* the best one of the list; φ alone
 * for items without coverage. φ gives the best candidate of every query 1, even if it matches a single word of it; coverage
 * corrects that.
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
 * φ(s) = (s − inf) / (max − inf), with inf the least possible score (`RankedList.minimum`, default 0) and max the best
 * one of the list. Scores below inf count as inf; φ = 0 if the best score is inf.
 */
export const theoreticalMinMax: Normalizer = (list) => {
  const range = { low: list.minimum ?? 0, high: maximumScore(list) }
  return list.items.map(({ score }) => (score > range.low ? fraction(score, range) : 0))
}

/** −Infinity if the list is empty. A loop, because the number of arguments to `Math.max` is limited. */
function maximumScore(list: RankedList): number {
  return list.items.reduce((best, item) => Math.max(best, item.score), -Infinity)
}

/** The position of the score between `low` (0) and `high` (1). */
function fraction(score: number, { low, high }: { low: number; high: number }): number {
  // The largest possible range would be Infinity, and its quotient NaN.
  const scale = Number.isFinite(high - low) ? 1 : 0.5
  return (score * scale - low * scale) / (high * scale - low * scale)
}
