/**
 * Roughly where words stand in texts, for several words of one text or for several texts: by index two numbers, the first with a
 * bit for each place modulo 32, the second for each modulo 31. Two words that stand side by side somewhere do so in both; others
 * seldom do.
 */
export type PlaceBits = Int32Array

/** Either number of a word that may stand everywhere. */
export const everyPlace = -1

/** Of so many words that stand nowhere. */
export function createPlaceBits(length: number): PlaceBits {
  return new Int32Array(2 * length)
}

/** A place is the number of a word in its text. */
export function addPlace(bits: PlaceBits, index: number, place: number): void {
  bits[2 * index] = (bits[2 * index] ?? 0) | (1 << (place % 32))
  bits[2 * index + 1] = (bits[2 * index + 1] ?? 0) | (1 << (place % 31))
}

/** Whether words may stand one behind the other in their order, which are told by their indexes from one on. */
export function maySucceed(bits: PlaceBits, from: number, indexes: Int32Array | readonly number[]): boolean {
  let ends32 = everyPlace
  let ends31 = everyPlace
  for (let number = 0; number < indexes.length; number += 1) {
    const at = 2 * (from + (indexes[number] ?? 0))
    ends32 = ((ends32 << 1) | (ends32 >>> 31)) & (bits[at] ?? 0)
    ends31 = ((ends31 << 1) | ((ends31 >>> 30) & 1)) & (bits[at + 1] ?? 0)
  }
  return ends32 !== 0 && ends31 !== 0
}
