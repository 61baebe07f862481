import type { Random } from './seeded-random.js'

/** A confidence interval of a mean. */
export type Interval = readonly [low: number, high: number]

interface BootstrapOptions {
  readonly random: Random
  /** Default 2,000. */
  readonly resamples?: number
}

const tail = 0.025
/** Tolerates the rounding error of products such as 0.07 · 100 before rounding up. */
const rounding = 1e-9

/** The arithmetic mean; null without values. */
export function mean(values: Float64Array): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * The percentile by nearest rank (definition 1 of Hyndman & Fan, Sample Quantiles in Statistical Packages, 1996) of values in
 * ascending order; `share` is from 0 to 1. NaN without values.
 */
export function percentile(sorted: Float64Array, share: number): number {
  const rank = Math.max(1, Math.ceil(sorted.length * share - rounding))
  return sorted[rank - 1] ?? NaN
}

/**
 * The 95 % percentile bootstrap of the mean of each measure (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, section
 * 13.3). All measures have scores for the same queries in the same order. Null without queries.
 */
export function bootstrapMeans(scoresByMeasure: readonly Float64Array[], options: BootstrapOptions) {
  return resampleMeans(scoresByMeasure, options).map((means, index): Interval | null => {
    const scores = scoresByMeasure[index] ?? new Float64Array()
    const [first] = scores
    if (first === undefined) return null
    if (scores.every((score) => score === first)) return [first, first]
    const sorted = means.toSorted()
    return [percentile(sorted, tail), percentile(sorted, 1 - tail)]
  })
}

/** Draws all queries with replacement and counts how often each is drawn. */
function drawQueries(counts: Float64Array, random: Random): void {
  counts.fill(0)
  // With 2^32 equal chances the bias between queries is below a millionth.
  const scale = counts.length / 2 ** 32
  for (let draw = 0; draw < counts.length; draw += 1) {
    const query = Math.floor(random() * scale)
    counts[query] = (counts[query] ?? 0) + 1
  }
}

function weightedMean(scores: Float64Array, counts: Float64Array): number {
  return scores.reduce((sum, score, query) => sum + score * (counts[query] ?? 0), 0) / scores.length
}

function resampleMeans(columns: readonly Float64Array[], { random, resamples = 2000 }: BootstrapOptions) {
  const counts = new Float64Array(columns[0]?.length ?? 0)
  const means = columns.map(() => new Float64Array(resamples))
  for (let resample = 0; resample < resamples; resample += 1) {
    drawQueries(counts, random)
    for (const [index, column] of means.entries()) {
      column[resample] = weightedMean(columns[index] ?? counts, counts)
    }
  }
  return means
}
