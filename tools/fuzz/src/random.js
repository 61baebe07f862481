/**
 * @typedef {object} Random numbers that look random and are the same each time
 * @property {() => number} next in [0, 1)
 * @property {(limit: number) => number} below a whole number in [0, limit)
 * @property {(share: number) => boolean} chance true in this share of the draws
 * @property {<Item>(items: readonly Item[]) => Item} pick every item as often
 * @property {<Item>(most: number, make: () => Item) => Item[]} some a list of 1 to `most` items
 */

/** @param {readonly number[]} seeds */
function mix(seeds) {
  let state = 0x9e3779b9
  for (const seed of seeds) {
    state = Math.imul(state ^ seed, 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    state ^= state >>> 16
  }
  return state
}

/**
 * Mulberry32 (Tommy Ettinger), begun from all the seeds together: each list of them gives a stream of its own.
 * @param {...number} seeds
 * @returns {Random}
 */
export function createRandom(...seeds) {
  let state = mix(seeds)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** @param {number} limit */
  const below = (limit) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined)
        throw new RangeError('There is nothing to draw from: hand in at least one item.')
      return item
    },
    some: (most, make) => Array.from({ length: 1 + below(most) }, make),
  }
}

/**
 * Draws from a table by weight.
 * @template Item
 * @param {readonly (readonly [weight: number, item: Item])[]} table
 * @returns {(random: Random) => Item}
 */
export function drawFrom(table) {
  const total = table.reduce((sum, [weight]) => sum + weight, 0)
  return (random) => {
    let left = random.next() * total
    for (const [weight, item] of table) {
      left -= weight
      if (left < 0) return item
    }
    throw new RangeError('The weights do not add up: use finite ones above 0.')
  }
}
