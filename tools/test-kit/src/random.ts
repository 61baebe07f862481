/** Pseudo-random numbers that are the same for the same seeds. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** An integer in [0, limit). */
  below(limit: number): number
  /** True with this probability. */
  chance(share: number): boolean
  /** Each item with the same probability. */
  pick<Item>(items: readonly Item[]): Item
  /** A list of 1 to `max` items. */
  some<Item>(max: number, make: () => Item): Item[]
  bytes(length: number): Buffer
}

/** Mulberry32 (Tommy Ettinger), seeded with all seeds. Each list of seeds results in a different stream. */
export function createRandom(...seeds: readonly (number | string)[]): Random {
  let state = mix(seeds.flatMap((seed) => (typeof seed === 'string' ? [...Buffer.from(seed)] : [seed])))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('There is nothing to draw from. Pass at least one item.')
      return item
    },
    some: (max, make) => Array.from({ length: 1 + below(max) }, make),
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}

function mix(seeds: readonly number[]): number {
  let state = 0x9e3779b9
  for (const seed of seeds) {
    state = Math.imul(state ^ seed, 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    state ^= state >>> 16
  }
  return state
}

/** Draws from a table by weight. */
export function drawFrom<Item>(
  table: readonly (readonly [weight: number, item: Item])[],
): (random: Random) => Item {
  const total = table.reduce((sum, [weight]) => sum + weight, 0)
  return (random) => {
    let left = random.next() * total
    for (const [weight, item] of table) {
      left -= weight
      if (left < 0) return item
    }
    throw new RangeError('The weights are invalid. Use finite numbers above 0.')
  }
}
