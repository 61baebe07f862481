import { sumAscending } from './lists.js'
import type { Normalization, RankedList, ScoreScale } from './strategy.js'

/** Returns one number per item of the list, in order; higher is better. Never NaN. */
export type Normalizer = (list: RankedList) => readonly number[]

/** The raw score, for scores that are comparable across queries, such as a cosine. */
export const rawScore: Normalizer = (list) => list.items.map((item) => item.score)

const position: Normalizer = (list) =>
  list.items.map(({ foundRank }) => (foundRank === null ? 0 : 1 / foundRank))

const minMax: Normalizer = (list) => {
  const low = list.items.reduce((worst, { score }) => Math.min(worst, score), Infinity)
  const range = { low, high: maximumScore(list) }
  return list.items.map(({ score }) => (range.high > range.low ? fraction(score, range) : 1))
}

/**
 * φ(s) = (s − inf) / (max − inf), with inf the minimum of the list (default 0) and max its best score. Scores below inf
 * count as inf; φ = 0 if the best score is inf.
 */
export const theoreticalMinMax: Normalizer = (list) =>
  onScale(list, { low: list.minimum ?? 0, high: maximumScore(list) })

/** Lower scores than 0 count as 0. */
const max: Normalizer = (list) => onScale(list, { low: 0, high: maximumScore(list) })

const l2: Normalizer = (list) => {
  const scores = scaledScores(list)
  const length = Math.sqrt(sumAscending(scores.map((score) => score ** 2)))
  return scores.map((score) => (length > 0 ? score / length : 0))
}

/** σ of the population; 0 for a single item and if all are equal. */
const zScore: Normalizer = (list) => deviations(list, { isSample: false }) ?? list.items.map(() => 0)

/** σ of a sample, not clamped; ½ for a single item and if all are equal. */
const dbsf: Normalizer = (list) =>
  deviations(list, { isSample: true })?.map((deviation) => (deviation + 3) / 6) ?? list.items.map(() => 0.5)

/**
 * It expects a rank where less is better, but OpenClaw passed FTS5's, which is negative, so every candidate scored 1.
 * Our BM25 is that rank negated, so −s is what the formula received.
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

/** Normalises each list by the normalisation of its source, or by `fallback`. */
export function normalizeBySource(
  names: Readonly<Record<string, Normalization>>,
  fallback: Normalization = 'position',
): Normalizer {
  return (list) => {
    // A source may be called `constructor`.
    const name = Object.hasOwn(names, list.source) ? names[list.source] : undefined
    return normalizers[name ?? fallback](list)
  }
}

/** Normalises the found items only; completed scores count 0. */
export function onlyFound(normalize: Normalizer): Normalizer {
  return (list) => {
    const found = list.items.filter((item) => item.foundRank !== null)
    const values = normalize({ ...list, items: found }).values()
    return list.items.map((item) => (item.foundRank === null ? 0 : (values.next().value ?? 0)))
  }
}

/**
 * φ(s)·∛(c·√c*), with φ as in `theoreticalMinMax`, c the coverage of the item and c* the best one of the list; φ for items
 * without coverage. φ is 1 for the best candidate of every query, even if it contains a single query term; coverage
 * corrects that.
 */
export const coveredMinMax: Normalizer = (list) => {
  const scaled = theoreticalMinMax(list)
  const best = list.items.reduce((highest, { coverage = 0 }) => Math.max(highest, coverage), 0)
  return list.items.map(({ coverage }, index) => {
    const value = scaled[index] ?? 0
    return coverage === undefined ? value : value * Math.cbrt(coverage * Math.sqrt(best))
  })
}

/** (s − unrelated) / (related − unrelated); scores below `unrelated` count as that. */
export function onScoreScale(list: RankedList, { unrelated, related }: ScoreScale): readonly number[] {
  return onScale(list, { low: unrelated, high: related })
}

function onScale(list: RankedList, range: Range): readonly number[] {
  return list.items.map(({ score }) => (score > range.low ? fraction(score, range) : 0))
}

function mean(values: readonly number[]): number {
  return sumAscending(values) / values.length
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b)
  const upper = ascending[Math.floor(values.length / 2)] ?? 0
  return values.length % 2 === 1 ? upper : (upper + (ascending[values.length / 2 - 1] ?? 0)) / 2
}

/** (s − centre) / σ for each score, σ of a sample or of a population; undefined if there are fewer than two or all are equal. */
export function deviations(
  list: RankedList,
  { isSample = false, centreOf = mean }: { isSample?: boolean; centreOf?: typeof mean },
): readonly number[] | undefined {
  const scores = scaledScores(list)
  if (scores.every((score) => score === scores[0])) return undefined
  const average = mean(scores)
  const squares = sumAscending(scores.map((score) => (score - average) ** 2))
  const sigma = Math.sqrt(squares / (isSample ? scores.length - 1 : scores.length))
  const centre = centreOf(scores)
  return scores.map((score) => (score - centre) / sigma)
}

/** The scores divided by the largest magnitude, so that squares neither overflow nor vanish. */
function scaledScores({ items }: RankedList): readonly number[] {
  const largest = items.reduce((magnitude, { score }) => Math.max(magnitude, Math.abs(score)), 0)
  return items.map(({ score }) => (largest > 0 ? score / largest : 0))
}

/** −Infinity if the list is empty. A loop, because the number of arguments to `Math.max` is limited. */
function maximumScore(list: RankedList): number {
  return list.items.reduce((best, item) => Math.max(best, item.score), -Infinity)
}

interface Range {
  readonly low: number
  readonly high: number
}

/** The position of the score between `low` (0) and `high` (1). */
function fraction(score: number, { low, high }: Range): number {
  // The largest possible range would be Infinity, and its quotient NaN.
  const scale = Number.isFinite(high - low) ? 1 : 0.5
  return (score * scale - low * scale) / (high * scale - low * scale)
}
