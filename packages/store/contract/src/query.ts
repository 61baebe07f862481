/**
 * A keyword query. Words are compared with indexed stems character by character, never as syntax. An empty word, a phrase without
 * stems, and `any` and `all` without parts match nothing.
 */
export type QueryTree =
  | QueryLeaf
  | { readonly kind: 'any'; readonly parts: readonly QueryTree[] }
  | { readonly kind: 'all'; readonly parts: readonly QueryTree[] }
  /** Matches `include` and not `exclude`. */
  | { readonly kind: 'without'; readonly include: QueryTree; readonly exclude: QueryTree }

/** A query without parts. The brackets say how its occurrences are counted for ranking. */
export type QueryLeaf =
  | ListedFeature
  /** Stems in any list of `ChunkWords` with this prefix. (Half outside of `text`.) */
  | { readonly kind: 'prefix'; readonly prefix: string }

/** A feature with a posting list in an inverted index. */
export type ListedFeature =
  /** A stem in any list of `ChunkWords`. (Each occurrence; half outside of `text`.) */
  | { readonly kind: 'word'; readonly stem: string }
  /** Adjacent stems, in this order, in `text` or `parts`. (Each occurrence; half in `parts`.) */
  | { readonly kind: 'phrase'; readonly stems: readonly string[] }
  /** Adjacent stems, in this order, in `place`. (As infinitely many occurrences.) */
  | { readonly kind: 'place'; readonly stems: readonly string[] }

/** A feature whose occurrences in a chunk are counted and scored. */
export type QueryFeature =
  | QueryLeaf
  /** This exact form in the text. Its stem is one of `stems`; if there are several, the index may have it outside of `text`. */
  | { readonly kind: 'form'; readonly form: string; readonly stems: readonly string[] }
  /** Two adjacent stems in the text. */
  | { readonly kind: 'pair'; readonly stems: readonly [string, string] }
  /** The most frequent alternative. If the first one is itself `either`, the others are different forms of it. */
  | { readonly kind: 'either'; readonly features: readonly QueryFeature[] }

/**
 * A term of a chunk's BM25 score: weight × idf × saturation. The idf of a stem, form, phrase or prefix follows from the number of
 * chunks that contain it. For a pair or `place` it is the sum over its words, limited to the idf of a word without chunks; for
 * `either` it is the minimum over the alternatives.
 */
export interface RankedTerm {
  readonly feature: QueryFeature
  /** Not negative. */
  readonly weight: number
  /** Whether the term counts for query coverage. */
  readonly isContentTerm: boolean
}

/** A request for the counts over a whole collection that ranking needs. */
export interface CountRequest {
  readonly queries?: readonly QueryTree[] | undefined
  /** Forms in `ChunkWords.text`. */
  readonly forms?: readonly string[] | undefined
  /** Prefixes of stems, unlike those of `Vocabulary.formsWithPrefixes`. */
  readonly prefixes?: readonly string[] | undefined
}

/** Counts over all chunks, regardless of the filter of a search. */
export interface CollectionCounts {
  readonly chunks: number
  /** Mean number of words in `ChunkWords.text`. */
  readonly meanLength: number
  /** The distinct languages of documents, in code point order. */
  readonly languages: readonly string[]
  /** The number of matching chunks for each query. */
  readonly counts: readonly number[]
  /** The number of chunks for each form. */
  readonly formCounts: readonly number[]
  /** The first 256 stems for each prefix, in code point order. */
  readonly expansions: readonly (readonly string[])[]
}
