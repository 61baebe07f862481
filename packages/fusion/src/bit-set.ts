/** A set of whole numbers from 0, 32 to an element of the array. */
export type BitSet = Int32Array

/** An empty set that can hold numbers below `capacity`. */
export function createBitSet(capacity: number): BitSet {
  return new Int32Array(Math.ceil(capacity / 32))
}

/** Adds a number. */
export function addBit(set: BitSet, number: number): void {
  set[number >>> 5] = (set[number >>> 5] ?? 0) | (1 << (number & 31))
}

/** Writes the numbers that are in both sets into `result`, and says whether there are any. */
export function intersect(one: BitSet, other: BitSet, result: BitSet): boolean {
  let any = 0
  for (let index = 0; index < one.length; index += 1) {
    const bits = (one[index] ?? 0) & (other[index] ?? 0)
    result[index] = bits
    any |= bits
  }
  return any !== 0
}

/** How many numbers are in the set. */
export function countBits(set: BitSet): number {
  let count = 0
  for (let index = 0; index < set.length; index += 1) {
    // Adds up neighbouring bits, then pairs, then fours, and the four bytes by a multiplication.
    let bits = set[index] ?? 0
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    bits = (bits + (bits >>> 4)) & 0x0f0f0f0f
    count += Math.imul(bits, 0x01010101) >>> 24
  }
  return count
}
