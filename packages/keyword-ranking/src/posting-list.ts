import { saturationAt } from './bm25.js'
import type { ListedFeature } from './features.js'

/** The chunks that have something, each once, by position: a number that the index gives a chunk, from 0. */
export interface Postings {
  /** In rising order. */
  readonly positions: Int32Array
  /** In how many places of the text each chunk has it, and in how many beside the text; `countless` where that is not known. */
  readonly inText: Uint8Array
  readonly beside: Uint8Array
  /** Where in the text the word stands, if that is known. */
  readonly places?: PlaceBits | undefined
}

/** Postings, and the saturation of each: what it adds to a score for each unit of weight × idf. */
export interface PostingList extends Postings, SortedPositions {
  readonly impacts: Float32Array
}

/** An inverted index. */
export interface PostingIndex {
  /** The `lengthNorm` of every chunk, by position. */
  readonly norms: Float64Array
  list(feature: ListedFeature): PostingList
  /** Whether a list is in memory. */
  isKept(feature: ListedFeature): boolean
  /**
   * Whether it pays to read a list of so many postings, where to do without it takes the time of reading `saved` postings: it does
   * once that has been so in as many searches as make up for it, as the list may be of use in later ones.
   */
  isWorthReading(feature: ListedFeature, cost: ReadingCost): boolean
}

/** In postings, how long a list is, and what it saves to read it. */
export interface ReadingCost {
  readonly length: number
  readonly saved: number
}

/** The number of places of a chunk that has a word in this many or more, or a phrase or a place. */
export const countless = 255

/** Computes the impacts of postings. `norms`: as `PostingIndex` has them. */
export function withImpacts(postings: Postings, norms: Float64Array): PostingList {
  const { positions, inText, beside } = postings
  const impacts = new Float32Array(positions.length)
  for (let at = 0; at < impacts.length; at += 1) {
    impacts[at] = saturationAt(timesOf(inText[at] ?? 0, beside[at] ?? 0), norms[positions[at] ?? 0] ?? 0)
  }
  return { ...postings, impacts, ...sortedPositions(positions, norms.length) }
}

/** Postings of chunks that match something, however often. */
export function matchedPostings(positions: Int32Array): Postings {
  const { length } = positions
  return { positions, inText: new Uint8Array(length).fill(countless), beside: new Uint8Array(length) }
}

/** How often a chunk has something at most: what stands beside the text counts half. */
export function timesOf(inText: number, beside: number): number {
  return inText === countless || beside === countless ? Infinity : inText + beside / 2
}

/** Positions in rising order, and what finds one of them quickly. */
interface SortedPositions {
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
