import type { EmbeddingInput } from './document.js'
import type { SearchFilter } from './search-filter/search-filter.js'
import type { CollectionCounts, QueryTree, RankedTerm } from './query.js'
import type { Space } from './vector-space.js'

/** A request for the chunks that match a keyword query. */
export interface WordRequest {
  /** Without a query every chunk matches, and the first `limit` ids in code point order are returned. */
  readonly query?: QueryTree | undefined
  /** The maximum number of chunks. A driver may also return those that it ranks equal to the last one. */
  readonly limit: number
  /** Without a ranking the driver returns any matching chunks, in any order. */
  readonly ranking?: WordRanking | undefined
  /** Applies before the limit. */
  readonly filter?: SearchFilter | undefined
}

/** The terms that keyword ranking scores chunks by. */
export interface WordRanking {
  readonly terms: readonly RankedTerm[]
  /** The result of `readCounts` for `neededCounts(terms)` of `@recallite/keyword/ranking`. */
  readonly counts: CollectionCounts
}

/** The chunks that match a keyword query. */
export interface WordCandidates {
  /** With a ranking, in descending order of the scores that the driver expects. */
  readonly ids: readonly string[]
  /** The term lists of these chunks, in any order, if the driver has read them. */
  readonly termLists?: readonly ChunkTerms[] | undefined
  /** How many other matching chunks might score higher than some of these; undefined if the driver does not know. */
  readonly unscored?: number | undefined
}

/** The term list of a chunk. */
export interface ChunkTerms {
  readonly id: string
  /** The bytes of `NewChunk.termList`. */
  readonly termList: Uint8Array
}

/** A request for the chunks whose vectors have the highest cosine similarity. */
export interface VectorRequest {
  readonly space: Space
  /** Finite, not all zero, with the dimensions of the space. */
  readonly vector: Float32Array
  readonly limit: number
  /** Applies before the limit. */
  readonly filter?: SearchFilter | undefined
}

/** A chunk and its score; higher is better. */
export interface Candidate {
  readonly id: string
  readonly score: number
}

/** The similarity of a chunk to a vector. */
export interface VectorScore {
  /** See `Store.findByVector`. */
  readonly score: number
  /** The span of the most similar input in the chunk's text, in UTF-16 units. */
  readonly nearest: Pick<EmbeddingInput, 'from' | 'to'>
}

/** The score of each chunk from those of its inputs, which come in the order of `NewChunk.inputs`; the first of equal ones wins. */
export function scoreByNearest(
  texts: Iterable<Candidate & VectorScore['nearest']>,
): Map<string, VectorScore> {
  const scores = new Map<string, VectorScore>()
  for (const { id, score, from, to } of texts) {
    if (score > (scores.get(id)?.score ?? -Infinity)) scores.set(id, { score, nearest: { from, to } })
  }
  return scores
}

/**
 * Counts chunks by word: stems in any list of `ChunkWords`, forms in `ChunkWords.text`. Omits words without chunks, and words with
 * characters other than letters, marks and digits, such as the markers of the ends of a path.
 */
export interface Vocabulary {
  /** The number of chunks for each stem. */
  chunksWithStems(stems: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The number of chunks for each form. */
  chunksWithForms(forms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Every form that begins with one of the prefixes; some may occur only in documents of another kind. */
  formsWithPrefixes(prefixes: readonly string[]): Promise<readonly string[]>
  /** Every form that contains one of a few texts, also within it; may read the whole vocabulary. */
  formsContaining(parts: readonly string[]): Promise<readonly string[]>
  /** The other forms of terms with these `formKey`s, from the metadata of documents (`fieldsOf`), the most frequent first. */
  otherForms(keys: readonly string[]): Promise<readonly { readonly key: string; readonly form: string }[]>
}

/** A scored chunk with its term list, if the driver has read it. */
export interface ScoredChunk extends Candidate {
  readonly termList?: Uint8Array | undefined
}

/** Sorts chunks by descending score, then by id. */
export function toWordCandidates(best: readonly ScoredChunk[]): WordCandidates {
  const sorted = best.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  const termLists = sorted.flatMap(({ id, termList }): ChunkTerms[] => (termList ? [{ id, termList }] : []))
  return { ids: sorted.map(({ id }) => id), ...(termLists.length > 0 && { termLists }) }
}
