/** The sum, with the error of each addition kept and added at the end: Neumaier, Rundungsfehleranalyse, 1974. */
function compensatedSum(values: Float64Array): number {
  let sum = 0
  let lost = 0
  for (const value of values) {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + lost
}

/**
 * The arithmetic mean; null of nothing. The same in whatever order the values stand, and never outside them, whatever
 * rounding does: that of equal values is theirs.
 */
export function mean(values: Float64Array): number | null {
  const [first] = values
  if (first === undefined) return null
  const least = values.reduce((a, b) => Math.min(a, b), first)
  const greatest = values.reduce((a, b) => Math.max(a, b), first)
  return Math.min(Math.max(compensatedSum(values) / values.length, least), greatest)
}
