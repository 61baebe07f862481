import { saturationAt } from './bm25.js'
import type { ListedFeature } from './features.js'
import type { PlaceBits } from './place-bits.js'
import { sortedPositions, type SortedPositions } from './sorted-positions.js'

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
  /** The postings of a feature. */
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
