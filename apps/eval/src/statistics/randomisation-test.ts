import type { Random } from './seeded-random.js'

interface RandomisationOptions {
  readonly random: Random
  /** How often, where there are too many differences to try all signs; by default 10,000. */
  readonly rounds?: number
}

const defaultRounds = 10_000
/** With so few differences that count all their signs are tried: 4,096 sums. */
const mostForAllSigns = 12
/** Scores are from 0 to 1: what is less apart is equal but for rounding. */
const leastDifference = 1e-12
/** Sums that are less apart, as a share of the sum of all differences' sizes, are equal but for rounding. */
const equalSums = 1e-10
const signsPerByte = 8

/**
 * Paired randomisation test, two-sided: how likely a mean difference at least as far from 0 is if for each query
 * either of two systems might as well have had the other's score, so that each difference (of scores from 0 to 1) has
 * either sign: Fisher, The Design of Experiments, 1935; Smucker, Allan & Carterette, A Comparison of Statistical
 * Significance Tests for Information Retrieval Evaluation, 2007. Exact where at most 12 differences are not 0, else
 * (count + 1)/(rounds + 1): Phipson & Smyth, Permutation P-values Should Never Be Zero, 2010. Means that are equal but
 * for rounding are equal; 1 where no difference is left.
 */
export function randomisationTest(differences: Float64Array, options: RandomisationOptions): number {
  const counting = differences.filter((difference) => Math.abs(difference) > leastDifference)
  if (counting.length === 0) return 1
  const size = counting.reduce((sum, difference) => sum + Math.abs(difference), 0)
  const observed = Math.abs(counting.reduce((sum, difference) => sum + difference, 0))
  const bound = observed - equalSums * size
  if (counting.length <= mostForAllSigns) {
    const sums = signedSums(counting)
    return countAtLeast(sums, bound) / sums.length
  }
  const sums = drawSums(counting, options)
  return (countAtLeast(sums, bound) + 1) / (sums.length + 1)
}

/**
 * The sum of the values under every choice of their signs, 2^n sums of n values. The bits of an index say which values
 * are negated, the lowest bit the first value.
 */
export function signedSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** values.length)
  let filled = 1
  for (const value of values) {
    for (let index = 0; index < filled; index += 1) {
      const sum = sums[index] ?? 0
      sums[index] = sum + value
      sums[filled + index] = sum - value
    }
    filled *= 2
  }
  return sums
}

/**
 * Holm's step-down correction: with m tests, the kth smallest p-value times m − k + 1, but no less than those before
 * it and at most 1, in the order given. Rejecting what is at most α keeps the chance of any false alarm among all of
 * them at α, however the tests depend on each other. Holm, A Simple Sequentially Rejective Multiple Test Procedure,
 * 1979.
 */
export function holm(pValues: readonly number[]): number[] {
  const ascending = [...pValues.entries()].toSorted(([, a], [, b]) => a - b)
  const adjusted = pValues.map(() => 1)
  let least = 0
  for (const [rank, [index, p]] of ascending.entries()) {
    least = Math.max(least, Math.min(1, p * (pValues.length - rank)))
    adjusted[index] = least
  }
  return adjusted
}

function countAtLeast(sums: Float64Array, bound: number): number {
  let count = 0
  for (const sum of sums) if (Math.abs(sum) >= bound) count += 1
  return count
}

/** Sums under random signs. A random byte gives eight of them, so that a look-up stands for eight additions. */
function drawSums(differences: Float64Array, { random, rounds = defaultRounds }: RandomisationOptions) {
  const sumsByByte = Array.from({ length: Math.ceil(differences.length / signsPerByte) }, (_, byte) =>
    signedSums(differences.subarray(byte * signsPerByte, (byte + 1) * signsPerByte)),
  )
  return Float64Array.from({ length: rounds }, () => {
    let bits = 0
    return sumsByByte.reduce((sum, sums, byte) => {
      // A draw has four bytes: a new one for each fourth look-up.
      bits = byte % 4 === 0 ? random() : bits >>> signsPerByte
      return sum + (sums[bits % sums.length] ?? 0)
    }, 0)
  })
}
