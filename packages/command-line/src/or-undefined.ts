/** The result of `work`; undefined if it throws. */
export function orUndefined<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
