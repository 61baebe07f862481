/** Takes back what rounding adds to a product such as 0.07 · 100, before it is rounded up. */
const rounding = 1e-9

/** The arithmetic mean, the same for every order of the values and never outside them; null without values. */
export function mean(values: Float64Array): number | null {
  const [first] = values
  if (first === undefined) return null
  const least = values.reduce((a, b) => Math.min(a, b), first)
  const greatest = values.reduce((a, b) => Math.max(a, b), first)
  return Math.min(Math.max(compensatedSum(values) / values.length, least), greatest)
}

/**
 * The percentile by nearest rank (definition 1 of Hyndman & Fan, Sample Quantiles in Statistical Packages, 1996) of
 * values sorted from the smallest up: the first that at least this share (0 to 1) of them does not exceed; NaN without values.
 */
export function percentile(sorted: Float64Array, share: number): number {
  const rank = Math.max(1, Math.ceil(sorted.length * share - rounding))
  return sorted[rank - 1] ?? NaN
}

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
