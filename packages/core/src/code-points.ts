/** Half a surrogate pair, or a unit behind them, where the order of UTF-16 is not that of code points. */
const unlikeUnits = /[\uD800-\uFFFF]/

/** Compares texts as stores sort them: by code points. JavaScript compares UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  if (!unlikeUnits.test(a) || !unlikeUnits.test(b)) return a < b ? -1 : 1
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
