/** The greatest of any number of values, or of `least` where none is greater: arguments have to fit onto the stack. */
export function greatest(values: readonly number[], least: number): number {
  return values.reduce((most, value) => Math.max(most, value), least)
}
