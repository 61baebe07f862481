/**
 * The sum of the values, added from the smallest up. Floating-point addition depends on order: a fixed one makes the
 * sum the same for every order of the lists, equal for items with the same values in other lists (a true tie stays a
 * tie), and never smaller when one value grows.
 */
export function sumAscending(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0)
}
