/** A word of a chunk, as far as ranking needs it. */
export interface RankedWord {
  readonly stem: string
}

/** The words of a chunk, each list in order. */
export interface RankedWords {
  /** Of its text and title; their number is the chunk's length. */
  readonly text: readonly RankedWord[]
  /** What its compound words are made of. */
  readonly parts: readonly RankedWord[]
  /** Words of its document's path. */
  readonly place: readonly RankedWord[]
}

/**
 * A chunk's stems as hashes: those of the text stand from `textAt` in `numbers`, then those of the parts, then those of the
 * place, which end before `end`.
 */
export interface TermList {
  readonly numbers: Int32Array
  readonly textAt: number
  readonly partsAt: number
  readonly placeAt: number
  readonly end: number
}

const headerLength = 2
const bytesPerNumber = 4

/**
 * The words of a chunk as bytes that a store keeps and reads back: how many stems the text has and how many the parts,
 * then the hash of every stem, each a number of 32 bits, little-endian.
 */
export function encodeTermList({ text, parts, place }: RankedWords): Uint8Array {
  const numbers = new Int32Array(headerLength + text.length + parts.length + place.length)
  numbers.set([text.length, parts.length])
  let at = headerLength
  for (const words of [text, parts, place]) {
    for (const { stem } of words) {
      numbers[at] = wordHash(stem)
      at += 1
    }
  }
  const bytes = new Uint8Array(numbers.buffer)
  return isLittleEndian ? bytes : swapped(bytes)
}

/** Reads what `encodeTermList` wrote; of damaged bytes never more than is there. */
export function decodeTermList(kept: Uint8Array): TermList {
  const numbers = toNumbers(kept)
  const end = numbers.length
  const textAt = Math.min(headerLength, end)
  const after = (from: number, count: number) => Math.min(Math.max(from, from + count), end)
  const partsAt = after(textAt, numbers[0] ?? 0)
  const placeAt = after(partsAt, numbers[1] ?? 0)
  return { numbers, textAt, partsAt, placeAt, end }
}

/** FNV-1a over UTF-16 units, 32 bits: two of a query's and a chunk's words have the same hash once in millions. */
export function wordHash(word: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < word.length; index += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  }
  return hash | 0
}

function toNumbers(kept: Uint8Array): Int32Array {
  const isUsable = isLittleEndian && kept.byteOffset % bytesPerNumber === 0
  const bytes = isUsable ? kept : isLittleEndian ? kept.slice() : swapped(kept)
  return new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / bytesPerNumber))
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

function swapped(bytes: Uint8Array): Uint8Array {
  const numbers = new Uint8Array(bytes)
  for (let at = 0; at + bytesPerNumber <= numbers.length; at += bytesPerNumber) {
    numbers.subarray(at, at + bytesPerNumber).reverse()
  }
  return numbers
}
