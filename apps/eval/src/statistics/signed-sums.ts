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
