/** The error that an action throws, or undefined. */
export function failureOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}
