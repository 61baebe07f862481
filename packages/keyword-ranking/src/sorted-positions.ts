/** Positions in rising order, and what finds one of them quickly. */
export interface SortedPositions {
  readonly positions: Int32Array
  /** Where there are many: a bit for each position that is there, and how many are there before every 32 bits. */
  readonly bitmap?: Int32Array | undefined
  readonly ranks?: Int32Array | undefined
}

/** What `indexesIn` says of a position that is not there. */
export const notThere = -1

/** Bits take two bits for each position that may be there: at most 16 bytes for each that is there. */
const sparsest = 64

/** From positions in rising order, each below `end`. */
export function sortedPositions(positions: Int32Array, end: number): SortedPositions {
  if (positions.length * sparsest < end) return { positions }
  const bitmap = new Int32Array((end >> 5) + 1)
  const ranks = new Int32Array(bitmap.length)
  for (let index = positions.length - 1; index >= 0; index -= 1) {
    const position = positions[index] ?? 0
    const at = position >> 5
    bitmap[at] = (bitmap[at] ?? 0) | (1 << position)
    ranks[at] = index
  }
  return { positions, bitmap, ranks }
}

/** Where each of some positions in rising order is. */
export function indexesIn({ positions, bitmap, ranks }: SortedPositions, wanted: Int32Array): Int32Array {
  const indexes = new Int32Array(wanted.length)
  let index = 0
  for (let number = 0; number < wanted.length; number += 1) {
    const position = wanted[number] ?? 0
    if (bitmap && ranks) {
      const bits = bitmap[position >> 5] ?? 0
      const bit = 1 << position
      const before = (ranks[position >> 5] ?? 0) + countBits(bits & (bit - 1))
      indexes[number] = (bits & bit) === 0 ? notThere : before
    } else {
      index = seek(positions, position, index)
      indexes[number] = positions[index] === position ? index : notThere
    }
  }
  return indexes
}

/** The first index from `from` on with at least this number: found by steps that double, then by halving (galloping search). */
export function seek(sorted: Int32Array | Float64Array, number: number, from: number): number {
  let step = 1
  let [low, high] = [from, from]
  while (high < sorted.length && (sorted[high] ?? 0) < number) {
    low = high + 1
    high += step
    step *= 2
  }
  high = Math.min(high, sorted.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** By adding up bits side by side: pairs, then fours, then bytes. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
