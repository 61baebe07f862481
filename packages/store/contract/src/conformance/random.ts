/** Values that look random and are the same each time. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number
  pick<Value>(values: readonly [Value, ...Value[]]): Value
  /** Up to so many values. */
  list<Value>(longest: number, value: () => Value): Value[]
}

/** Mulberry32 by Tommy Ettinger. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (values) => values[below(values.length)] ?? values[0],
    list: (longest, value) => Array.from({ length: below(longest + 1) }, value),
  }
}
