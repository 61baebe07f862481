import { saturationAt } from './bm25.js'
import type { ListedFeature } from './features.js'

/** The chunks that have something, each once, by the number that the index gives a chunk, from 0. */
export interface Postings {
  /** In rising order. */
  readonly chunks: Int32Array
  /** How often each chunk has it in the text, and how often beside the text; `countless` where that is not known. */
  readonly inText: Uint8Array
  readonly beside: Uint8Array
}

/** Postings, and the saturation of each: what it adds to a score for each unit of weight × idf. */
export interface PostingList extends Postings {
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
  return { ...postings, impacts }
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
