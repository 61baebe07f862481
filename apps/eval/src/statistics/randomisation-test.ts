import { seededRandom, type Random } from './seeded-random.js'

interface RandomisationOptions {
  readonly random?: Random
  /** Rounds with more differences than `maxExact`; default 10,000. */
  readonly rounds?: number
}

/** Up to this number of differences all signs are tried: 4,096 sums. */
const maxExact = 12
/** Scores are from 0 to 1: a smaller difference is a rounding error. */
const minDifference = 1e-12
/** Rounding error of sums, as a share of the sum of absolute differences. */
const rounding = 1e-10
const signsPerByte = 8

/**
 * Paired randomisation test, two-sided: the probability of a mean difference at least as far from 0 if each difference of scores
 * (0 to 1) had a random sign: Smucker, Allan & Carterette, A Comparison of Statistical Significance Tests for Information Retrieval
 * Evaluation, 2007. Exact for 12 or fewer differences other than 0, else (count + 1)/(rounds + 1): Phipson & Smyth, Permutation
 * P-values Should Never Be Zero, 2010. 1 without differences.
 */
export function randomisationTest(differences: Float64Array, options: RandomisationOptions): number {
  const nonZero = differences.filter((difference) => Math.abs(difference) > minDifference)
  if (nonZero.length === 0) return 1
  const size = nonZero.reduce((sum, difference) => sum + Math.abs(difference), 0)
  const observed = Math.abs(nonZero.reduce((sum, difference) => sum + difference, 0))
  const isExact = nonZero.length <= maxExact
  const sums = isExact ? signedSums(nonZero) : drawSums(nonZero, options)
  const count = sums.filter((sum) => Math.abs(sum) >= observed - rounding * size).length
  return isExact ? count / sums.length : (count + 1) / (sums.length + 1)
}

/** The 2^n sums of n values with every choice of signs. The set bits of an index are the negated values, from the lowest bit. */
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
 * Holm's step-down correction of m tests: the kth smallest p-value times m − k + 1, non-decreasing and capped at 1, in the order
 * given: Holm, A Simple Sequentially Rejective Multiple Test Procedure, 1979.
 */
export function holm(pValues: readonly number[]): number[] {
  const ascending = [...pValues.entries()].toSorted(([, a], [, b]) => a - b)
  const adjusted = pValues.map(() => 1)
  let min = 0
  for (const [rank, [index, p]] of ascending.entries()) {
    min = Math.max(min, Math.min(1, p * (pValues.length - rank)))
    adjusted[index] = min
  }
  return adjusted
}

/** Sums with random signs. A random byte is eight signs, so that one look-up replaces eight additions. */
function drawSums(
  differences: Float64Array,
  { random = seededRandom(), rounds = 10_000 }: RandomisationOptions,
) {
  const sumsByByte = Array.from({ length: Math.ceil(differences.length / signsPerByte) }, (_, byte) =>
    signedSums(differences.subarray(byte * signsPerByte, (byte + 1) * signsPerByte)),
  )
  return Float64Array.from({ length: rounds }, () => {
    let bits = 0
    return sumsByByte.reduce((sum, sums, byte) => {
      // A draw has four bytes.
      bits = byte % 4 === 0 ? random() : bits >>> signsPerByte
      return sum + (sums[bits % sums.length] ?? 0)
    }, 0)
  })
}
