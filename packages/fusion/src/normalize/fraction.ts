/** The ends of a scale, `low` < `high`. */
interface Range {
  readonly low: number
  readonly high: number
}

/** Where the score stands between `low` (0) and `high` (1). */
export function fraction(score: number, { low, high }: Range): number {
  // A range as wide as the number line would be Infinity, and its quotient NaN.
  const scale = Number.isFinite(high - low) ? 1 : 0.5
  return (score * scale - low * scale) / (high * scale - low * scale)
}
