import { seededRandom, type Random } from './seeded-random.js'

/** A confidence interval of a mean. */
export type Interval = readonly [low: number, high: number]

interface BootstrapOptions {
  readonly random?: Random
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
 * The 95 % percentile bootstrap of the mean (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, section 13.3). Null without
 * scores.
 */
export function bootstrapMean(
  scores: Float64Array,
  { random = seededRandom(), resamples = 2000 }: BootstrapOptions = {},
): Interval | null {
  const [first] = scores
  if (first === undefined) return null
  if (scores.every((score) => score === first)) return [first, first]
  const sorted = Float64Array.from({ length: resamples }, () => resampledMean(scores, random)).toSorted()
  return [percentile(sorted, tail), percentile(sorted, 1 - tail)]
}

/** The mean of as many scores, drawn with replacement. */
function resampledMean(scores: Float64Array, random: Random): number {
  // With 2^32 equal chances the bias between scores is below a millionth.
  const scale = scores.length / 2 ** 32
  let sum = 0
  for (let draw = 0; draw < scores.length; draw += 1) sum += scores[Math.floor(random() * scale)] ?? 0
  return sum / scores.length
}
