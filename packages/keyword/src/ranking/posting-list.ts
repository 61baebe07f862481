import type { ListedFeature } from '@recallite/store/query'
import { saturationAt } from './bm25.js'

/** The chunks that have something, each once, by the number that the index gives a chunk, from 0. */
export interface Postings {
  /** In rising order. */
  readonly chunks: Int32Array
  /** How often each chunk has it in the text, and how often beside the text; `countless` where that is not known. */
  readonly inText: Uint8Array
  readonly beside: Uint8Array
  /** Roughly where each chunk has it in the text, as `positionBit` gives it; undefined where that is not known. */
  readonly positions?: Int32Array | undefined
}

/** Postings, and the saturation of each: what it adds to a score for each unit of weight × idf. */
export interface PostingList extends Postings, SortedChunks {
  readonly impacts: Float32Array
}

/** An inverted index. */
export interface PostingIndex {
  /** The `lengthNorm` of every chunk. */
  readonly norms: Float64Array
  /** The postings of a feature. */
  list(feature: ListedFeature): PostingList
}

/** The count of a chunk that has a word this often or more, or a phrase or a place. */
export const countless = 255

/** Computes the impacts of postings. `norms`: as `PostingIndex` has them. */
export function withImpacts(postings: Postings, norms: Float64Array): PostingList {
  const { chunks, inText, beside } = postings
  const impacts = new Float32Array(chunks.length)
  for (let at = 0; at < impacts.length; at += 1) {
    impacts[at] = saturationAt(frequencyOf(inText[at] ?? 0, beside[at] ?? 0), norms[chunks[at] ?? 0] ?? 0)
  }
  return { ...postings, impacts, ...sortedChunks(chunks, norms.length) }
}

/** Postings of chunks that match something, however often. */
export function matchedPostings(chunks: Int32Array): Postings {
  const { length } = chunks
  return { chunks, inText: new Uint8Array(length).fill(countless), beside: new Uint8Array(length) }
}

/** How often a chunk has something at most: what stands beside the text counts half. */
export function frequencyOf(inText: number, beside: number): number {
  return inText === countless || beside === countless ? Infinity : inText + beside / 2
}

/** Numbers of chunks in rising order, and what finds one of them quickly. */
interface SortedChunks {
  readonly chunks: Int32Array
  /** Where there are many: a bit for each chunk that is listed, and how many are listed before every 32 bits. */
  readonly bitmap?: Int32Array | undefined
  readonly ranks?: Int32Array | undefined
}

/** What `indexesIn` says of a chunk that is not listed. */
export const notListed = -1

/** Bits take two bits for each chunk that may be listed: at most 16 bytes for each that is. */
const sparsest = 64

/** From numbers in rising order, each below `end`. */
export function sortedChunks(chunks: Int32Array, end: number): SortedChunks {
  if (chunks.length * sparsest < end) return { chunks }
  const bitmap = new Int32Array((end >> 5) + 1)
  const ranks = new Int32Array(bitmap.length)
  for (let index = chunks.length - 1; index >= 0; index -= 1) {
    const chunk = chunks[index] ?? 0
    const at = chunk >> 5
    bitmap[at] = (bitmap[at] ?? 0) | (1 << chunk)
    ranks[at] = index
  }
  return { chunks, bitmap, ranks }
}

/** Where each of some chunks in rising order is listed. */
export function indexesIn({ chunks, bitmap, ranks }: SortedChunks, wanted: Int32Array): Int32Array {
  const indexes = new Int32Array(wanted.length)
  let index = 0
  for (let at = 0; at < wanted.length; at += 1) {
    const chunk = wanted[at] ?? 0
    if (bitmap && ranks) {
      const bits = bitmap[chunk >> 5] ?? 0
      const bit = 1 << chunk
      const before = (ranks[chunk >> 5] ?? 0) + countBits(bits & (bit - 1))
      indexes[at] = (bits & bit) === 0 ? notListed : before
    } else {
      index = seek(chunks, chunk, index)
      indexes[at] = chunks[index] === chunk ? index : notListed
    }
  }
  return indexes
}

/** A bit for a word's position in its text, modulo 32. */
export const positionBit = (position: number): number => 1 << position

/** The bits of a word that may stand anywhere. */
export const anyPosition = -1

/** The bits of the positions right behind those with these bits. */
export const positionsBehind = (bits: number): number => (bits << 1) | (bits >>> 31)

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
