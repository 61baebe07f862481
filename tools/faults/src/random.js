import { createHash } from 'node:crypto'

/**
 * @typedef {object} Random numbers that look random and are the same each time
 * @property {() => number} next in [0, 1)
 * @property {(limit: number) => number} below a whole number in [0, limit)
 * @property {<Item>(items: readonly Item[]) => Item} pick every item as often
 * @property {(length: number) => Buffer} bytes
 */

/**
 * A stream of numbers that its names determine: the same names give the same numbers on every machine.
 * @param {...(string | number)} names
 * @returns {Random}
 */
export function createRandom(...names) {
  const seed = JSON.stringify(names)
  let drawn = 0
  const block = () => {
    drawn += 1
    return createHash('sha256').update(`${seed}#${drawn}`).digest()
  }
  const next = () => block().readUIntBE(0, 6) / 2 ** 48
  /** @param {number} limit */
  const below = (limit) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined)
        throw new RangeError('There is nothing to pick from: hand in at least one item.')
      return item
    },
    bytes: (length) =>
      Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, block)).subarray(0, length),
  }
}
