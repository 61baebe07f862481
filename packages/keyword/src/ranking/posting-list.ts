import type { ListedFeature } from '@recallite/store/query'
import { saturationAt } from './bm25.js'

/** The postings of a feature, one for each chunk that has it, in any order. Chunks are numbered from 0. */
export interface Postings {
  readonly chunks: Int32Array
  /** Twice the frequency in each chunk: 2 per occurrence in the text, 1 per other one; `countless` if unknown. */
  readonly counts: Uint8Array
  /** The `positionBit`s of the occurrences in each chunk's text, or `anyPosition`. */
  readonly positions: Int32Array
}

/** Postings with their impacts: the saturation of each frequency. */
export interface PostingList extends Postings {
  readonly impacts: Float32Array
}

/** An inverted index. */
export interface PostingIndex {
  /** The `lengthNorm` of every chunk. */
  readonly norms: Float64Array
  /** The posting list of a feature. */
  list(feature: ListedFeature): PostingList
}

/** The count of a phrase or a path, and of a word that is at least this frequent. */
export const countless = 255

/** Computes the impacts of postings. `norms`: those of the index. */
export function withImpacts(postings: Postings, norms: Float64Array): PostingList {
  const { chunks, counts } = postings
  const impacts = new Float32Array(chunks.length)
  for (let at = 0; at < impacts.length; at += 1)
    impacts[at] = saturationAt(frequencyOf(counts[at] ?? 0), norms[chunks[at] ?? 0] ?? 0)
  return { ...postings, impacts }
}

/** Postings of chunks that match, with unknown frequencies. */
export function matchedPostings(chunks: Int32Array): Postings {
  const counts = new Uint8Array(chunks.length).fill(countless)
  return { chunks, counts, positions: new Int32Array(chunks.length).fill(anyPosition) }
}

/** The maximum frequency for a count. */
export const frequencyOf = (count: number): number => (count === countless ? Infinity : count / 2)

/** A bit for a word's position in its text, modulo 32. */
export const positionBit = (position: number): number => 1 << position

/** The bits of a word with unknown positions. */
export const anyPosition = -1

/** The bits of the positions after those with these bits. */
export const positionsAfter = (bits: number): number => (bits << 1) | (bits >>> 31)
