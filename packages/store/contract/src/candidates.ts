import type { SearchFilter } from './filter/search-filter.js'
import type { KeywordQuery } from './query.js'
import type { Space } from './vector-space.js'

/** Asks for chunks that match a query of words. */
export interface WordRequest {
  /** Without one every chunk matches. The ids then come in the order of code points: the first ones are a sample. */
  readonly query?: KeywordQuery | undefined
  /** How many are wanted; those that are exactly as promising as the last of these may come with them. */
  readonly limit: number
  readonly filter?: SearchFilter | undefined
}

/** The chunks that match a query of words. */
export interface WordCandidates {
  /** The most promising first. */
  readonly ids: readonly string[]
}

/** Asks for what keyword ranking has to know of the whole collection; what is left out is as an empty list. */
export interface CountRequest {
  /** In how many chunks is each of these? */
  readonly queries?: readonly KeywordQuery[] | undefined
  /** In how many chunks' texts is each of these forms? */
  readonly forms?: readonly string[] | undefined
  /** Which stems begin with each of these? */
  readonly prefixes?: readonly string[] | undefined
}

/** Counts over all chunks, whatever filter a search has. */
export interface CollectionCounts {
  readonly chunks: number
  /** How many words a chunk's text has on average. */
  readonly meanLength: number
  /** Every language of a document, in the order of code points. */
  readonly languages: readonly string[]
  /** In how many chunks each of the queries is, in their order. */
  readonly counts: readonly number[]
  /** In how many chunks' texts each of the forms is. */
  readonly formCounts: readonly number[]
  /** For each of the prefixes up to 256 stems that begin with it, in the order of code points. */
  readonly expansions: readonly (readonly string[])[]
}

/** What a chunk is scored by. */
export interface ChunkTerms {
  readonly id: string
  /** `NewChunk.termList`, byte by byte. */
  readonly termList: Uint8Array
}

/** Asks for the chunks whose vectors are nearest. */
export interface VectorRequest {
  readonly space: Space
  /** Finite, not all zero, of the space's length. */
  readonly vector: Float32Array
  readonly limit: number
  readonly filter?: SearchFilter | undefined
}

/** A chunk and its score; higher is better. */
export interface Candidate {
  readonly id: string
  readonly score: number
}

/**
 * In how many chunks words are: stems in a chunk's text, parts or place, forms in its text. Words that no chunk has are
 * left out of every answer, as is what is not a word of letters, marks and digits, e.g. what marks the ends of a place.
 */
export interface Vocabulary {
  /** In how many chunks each of these stems is. */
  chunksWithStems(stems: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** In how many chunks each of these forms is. */
  chunksWithForms(forms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Every form that begins with one of the prefixes, and in how many chunks it is. */
  chunksWithPrefixes(prefixes: readonly string[]): Promise<ReadonlyMap<string, number>>
}
