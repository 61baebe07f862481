import { sumAscending } from './lists.js'
import type { Normalization, RankedList, ScoreScale } from './strategy.js'

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

/**
 * φ(s) = (s − inf) / (max − inf), with inf the least possible score (`RankedList.minimum`, default 0) and max the best
 * one of the list. Scores below inf count as inf; φ = 0 if the best score is inf.
 */
export const theoreticalMinMax: Normalizer = (list) => {
  const range = { low: list.minimum ?? 0, high: maximumScore(list) }
  return list.items.map(({ score }) => (score > range.low ? fraction(score, range) : 0))
}

/** s / max for scores from 0; lower scores count as 0, and all are 0 if the best is not above 0. */
const max: Normalizer = (list) => {
  const best = maximumScore(list)
  return list.items.map(({ score }) => (best > 0 && score > 0 ? score / best : 0))
}

/** s / √Σs² over the list; 0 if all are 0. */
const l2: Normalizer = (list) => {
  const scores = scaledScores(list)
  const length = Math.sqrt(sumAscending(scores.map((score) => score ** 2)))
  return scores.map((score) => (length > 0 ? score / length : 0))
}

/** (s − μ) / σ over the list, σ of the population; 0 for a single item and if all are equal. */
const zScore: Normalizer = (list) => deviations(list, { isSample: false }) ?? list.items.map(() => 0)

/** (s − (μ − 3σ)) / 6σ over the list, σ of a sample, not clamped; ½ for a single item and if all are equal. */
const dbsf: Normalizer = (list) =>
  deviations(list, { isSample: true })?.map((deviation) => (deviation + 3) / 6) ?? list.items.map(() => 0.5)

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
  'theoretical-min-max': theoreticalMinMax,
  max,
  l2,
  'z-score': zScore,
  dbsf,
  'openclaw-rank': openclawRank,
}

/** Normalises each list as named for its source, and other lists by `usual`. */
export function normalizeBySource(
  names: Readonly<Record<string, Normalization>>,
  usual: Normalization = 'position',
): Normalizer {
  return (list) => {
    // A source may be called `constructor`.
    const name = Object.hasOwn(names, list.source) ? names[list.source] : undefined
    return normalizers[name ?? usual](list)
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
 * (s − unrelated) / (related − unrelated), for scores that mean the same for every query. Scores below `unrelated` count as
 * that.
 */
export function onKnownScale(list: RankedList, { unrelated, related }: ScoreScale): readonly number[] {
  const range = { low: unrelated, high: related }
  return list.items.map(({ score }) => (score > unrelated ? fraction(score, range) : 0))
}

/** 3 / (2 + `foundRank`), so that the first has 1, the second ¾ and the fourth ½; 0 for an item that was not found. */
export const reciprocalRank: Normalizer = (list) =>
  list.items.map(({ foundRank }) => (foundRank === null ? 0 : 3 / (2 + foundRank)))

/** (s − μ) / σ for each score, σ of a sample or of a population; undefined if there are fewer than two or all are equal. */
function deviations(list: RankedList, { isSample }: { isSample: boolean }): readonly number[] | undefined {
  const scores = scaledScores(list)
  if (scores.every((score) => score === scores[0])) return undefined
  const average = sumAscending(scores) / scores.length
  const squares = sumAscending(scores.map((score) => (score - average) ** 2))
  const sigma = Math.sqrt(squares / (isSample ? scores.length - 1 : scores.length))
  return scores.map((score) => (score - average) / sigma)
}

/** The scores divided by the largest magnitude, so that squares neither overflow nor vanish. */
function scaledScores({ items }: RankedList): readonly number[] {
  const largest = items.reduce((most, { score }) => Math.max(most, Math.abs(score)), 0)
  return items.map(({ score }) => (largest > 0 ? score / largest : 0))
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
