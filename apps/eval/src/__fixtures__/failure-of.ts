/** What an action throws; undefined if it does not. */
export function failureOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}
