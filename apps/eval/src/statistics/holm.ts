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
