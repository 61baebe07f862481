/** The value of a JSON text; undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path in parsed JSON; undefined if the path does not exist. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
        ? (parent as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}

/** A count in an answer, which may be written as a string; 0 for anything else. */
export function countAt(value: unknown, ...path: readonly string[]): number {
  const count = Number(valueAt(value, ...path) ?? 0)
  return Number.isSafeInteger(count) && count >= 0 ? count : 0
}
