function signOf(value: number): number {
  // Means that differ by rounding alone are equal.
  return Math.abs(value) < 1e-12 ? 0 : Math.sign(value)
}

/**
 * Kendall's τ-b, how far two rankings of the same things agree: from −1 (one is the other upside down) through 0 to 1,
 * with its correction for ties. Null where either has no order at all. By their values, in the same order.
 *
 * M. G. Kendall: The Treatment of Ties in Ranking Problems. Biometrika 33(3), 1945.
 */
export function kendall(first: readonly number[], second: readonly number[]): number | null {
  let [agreement, firstPairs, secondPairs] = [0, 0, 0]
  for (let low = 0; low < first.length; low += 1) {
    for (let high = low + 1; high < first.length; high += 1) {
      const one = signOf((first[low] ?? 0) - (first[high] ?? 0))
      const other = signOf((second[low] ?? 0) - (second[high] ?? 0))
      agreement += one * other
      firstPairs += Math.abs(one)
      secondPairs += Math.abs(other)
    }
  }
  const pairs = Math.sqrt(firstPairs * secondPairs)
  return pairs === 0 ? null : agreement / pairs
}
