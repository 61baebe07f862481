import type { ListedFeature } from '@recallite/store/query'
import { saturationAt } from './bm25.js'

/** The postings of a feature: one for each chunk that has it, in any order, by the number that the index gives a chunk, from 0. */
export interface Postings {
  readonly chunks: Int32Array
  /** Twice the frequency in each chunk: 2 for an occurrence in the text, 1 beside it. `countless` where that is not known. */
  readonly counts: Uint8Array
  /** Roughly where each chunk has it in the text: the `positionBit` of each occurrence, or `anyPosition`. */
  readonly positions: Int32Array
}

/** Postings, and the saturation of each: what it adds to a score for each unit of weight × idf. */
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

/** The count of a chunk that has a word this often or more, or a phrase or a place. */
export const countless = 255

/** Computes the impacts of postings. `norms`: as `PostingIndex` has them. */
export function withImpacts(postings: Postings, norms: Float64Array): PostingList {
  const { chunks, counts } = postings
  const impacts = new Float32Array(chunks.length)
  for (let at = 0; at < impacts.length; at += 1)
    impacts[at] = saturationAt(frequencyOf(counts[at] ?? 0), norms[chunks[at] ?? 0] ?? 0)
  return { ...postings, impacts }
}

/** Postings of chunks that match something, however often. */
export function matchedPostings(chunks: Int32Array): Postings {
  const counts = new Uint8Array(chunks.length).fill(countless)
  return { chunks, counts, positions: new Int32Array(chunks.length).fill(anyPosition) }
}

/** The highest frequency that a count stands for. */
export const frequencyOf = (count: number): number => (count === countless ? Infinity : count / 2)

/** A bit for a word's position in its text, modulo 32. */
export const positionBit = (position: number): number => 1 << position

/** The bits of a word that may be anywhere. */
export const anyPosition = -1

/** The bits of the positions after those with these bits. */
export const positionsAfter = (bits: number): number => (bits << 1) | (bits >>> 31)
