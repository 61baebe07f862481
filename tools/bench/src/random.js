/**
 * @typedef {object} Random numbers that look random and are the same each time
 * @property {() => number} next in [0, 1)
 * @property {(limit: number) => number} below a whole number in [0, limit)
 * @property {<Item>(items: readonly Item[]) => Item} pick every item as often
 * @property {<Item>(items: readonly Item[]) => Item} pickEarly the n-th item about 1/n as often as the first
 */

/** @type {<Item>(items: readonly Item[], index: number) => Item} */
function at(items, index) {
  const item = items[index]
  if (item === undefined) throw new RangeError('There is nothing to draw from: hand in at least one item.')
  return item
}

/**
 * A linear congruential generator modulo 2³², with the multiplier and increment of Numerical Recipes; its upper bits
 * are good enough to draw words with.
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  /** @param {number} limit */
  const below = (limit) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (items) => at(items, below(items.length)),
    // P(index ≤ i) = log(i + 1) / log(length): the density falls as 1/i, as Zipf found of words.
    pickEarly: (items) => at(items, Math.min(items.length, Math.floor(items.length ** next())) - 1),
  }
}
