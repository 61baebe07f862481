import type { Unpaired } from './comparison.js'

/** The names that only one side has, in their order. */
export function unpaired(first: readonly string[], second: readonly string[]): Unpaired {
  const [inFirst, inSecond] = [new Set(first), new Set(second)]
  return {
    onlyFirst: first.filter((name) => !inSecond.has(name)),
    onlySecond: second.filter((name) => !inFirst.has(name)),
  }
}
