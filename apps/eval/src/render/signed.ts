const decimals = 3

/** A difference of figures from 0 to 1, with its sign: `+0.004`, `−0.062`; 0.000 has none. */
export function signed(value: number): string {
  const digits = Math.abs(value).toFixed(decimals)
  if (Number(digits) === 0) return digits
  return `${value > 0 ? '+' : '−'}${digits}`
}

/** A difference with its 95 % interval: `+0.004 (−0.006 to +0.013)`. */
export function signedWithInterval(value: number, [low, high]: readonly [low: number, high: number]): string {
  return `${signed(value)} (${signed(low)} to ${signed(high)})`
}

/** A p-value: `p = 0.012`, `p < 0.001`. */
export function probability(p: number): string {
  const digits = p.toFixed(decimals)
  return Number(digits) === 0 ? 'p < 0.001' : `p = ${digits}`
}
