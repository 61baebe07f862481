/** Takes back what rounding adds to a product such as 0.07 · 100, before it is rounded up. */
const rounding = 1e-9

/** `percentile` of values that are sorted already, from the smallest up. */
export function percentileOfSorted(sorted: Float64Array, share: number): number {
  const rank = Math.max(1, Math.ceil(sorted.length * share - rounding))
  return sorted[rank - 1] ?? NaN
}

/**
 * The percentile by nearest rank (inverted empirical distribution, definition 1 of Hyndman & Fan, Sample Quantiles in
 * Statistical Packages, 1996): the smallest of the values that at least this share (0 to 1) of them does not exceed.
 * It is always one of the values; NaN of nothing.
 */
export function percentile(values: Iterable<number>, share: number): number {
  return percentileOfSorted(Float64Array.from(values).toSorted(), share)
}
