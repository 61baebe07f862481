import type { EmbeddingInput } from './document.js'
import type { SearchFilter } from './search-filter/search-filter.js'
import type { CollectionCounts, QueryTree, RankedTerm } from './query.js'
import type { Space } from './vector-space.js'

/** Asks for chunks that match a query of words. */
export interface WordRequest {
  /** Without a query every chunk matches, and the `limit` first ids in the order of code points come back. */
  readonly query?: QueryTree | undefined
  /** How many of the chunks that pass the filter are wanted. Those the driver rates equal to the last may come with them. */
  readonly limit: number
  /** What keyword ranking orders the chunks by; without it any chunks that match come back, in any order. */
  readonly ranking?: WordRanking | undefined
  /** Applies before the limit: fewer come back only if fewer match. */
  readonly filter?: SearchFilter | undefined
}

/** What keyword ranking scores chunks by. */
export interface WordRanking {
  readonly terms: readonly RankedTerm[]
  /** What `readCounts` answered to `wantedCounts(terms)` of `@recallite/keyword/ranking`. */
  readonly counts: CollectionCounts
}

/** The chunks that match a query of words. */
export interface WordCandidates {
  /** With a ranking, those first that the driver expects keyword ranking to score highest. */
  readonly ids: readonly string[]
  /** Their term lists, in any order, if the driver has read them: as `readTermLists` gives them. */
  readonly termLists?: readonly ChunkTerms[] | undefined
  /**
   * How many other chunks match that might score higher than some of these. 0: these are the best of all matching chunks, as if each
   * had been scored. Absent: the driver does not know.
   */
  readonly unscored?: number | undefined
}

/** What a chunk is scored by. */
export interface ChunkTerms {
  readonly id: string
  /** `NewChunk.termList`, byte by byte. */
  readonly termList: Uint8Array
}

/** Asks for the chunks whose vectors have the highest cosine similarity. */
export interface VectorRequest {
  readonly space: Space
  /** Finite, not all zero, of the space's length. */
  readonly vector: Float32Array
  readonly limit: number
  /** Applies before the limit: fewer come back only if fewer have a vector and pass. */
  readonly filter?: SearchFilter | undefined
}

/** A chunk and its score; higher is better. */
export interface Candidate {
  readonly id: string
  readonly score: number
}

/** How similar a chunk is to a vector. */
export interface VectorScore {
  /** As `Store.findByVector` defines it. */
  readonly score: number
  /** Where in the chunk's text the nearest of its texts is (UTF-16 units). */
  readonly nearest: Pick<EmbeddingInput, 'from' | 'to'>
}

/** The similarities of chunks by those of their texts, which come in the order of `NewChunk.inputs`; of equal ones the first is named. */
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
 * Counts the chunks that have a word: a stem in any list of `ChunkWords`, a form in `ChunkWords.text`. It leaves out words that
 * no chunk has, and words with other characters than letters, marks and digits, such as those that mark the ends of a path.
 */
export interface Vocabulary {
  /** The number of chunks that have each of these stems. */
  chunksWithStems(stems: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The number of chunks that have each of these forms. */
  chunksWithForms(forms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Every form that begins with one of the prefixes; some may occur only in documents of another kind. */
  formsWithPrefixes(prefixes: readonly string[]): Promise<readonly string[]>
  /** The other forms of what has these `formKey`s, as the metadata of documents states them (`fieldsOf`); first what most documents state. */
  otherForms(keys: readonly string[]): Promise<readonly { readonly key: string; readonly form: string }[]>
}

/** A chunk that was scored, and what it was scored by, if that was read. */
export interface ScoredChunk {
  readonly id: string
  readonly score: number
  readonly termList?: Uint8Array | undefined
}

/** The candidates that a search gives: the best first, equal ones by their ids. */
export function toWordCandidates(best: readonly ScoredChunk[]): WordCandidates {
  const sorted = best.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  const termLists = sorted.flatMap(({ id, termList }): ChunkTerms[] => (termList ? [{ id, termList }] : []))
  return { ids: sorted.map(({ id }) => id), ...(termLists.length > 0 && { termLists }) }
}
