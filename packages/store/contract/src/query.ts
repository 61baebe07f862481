/**
 * What a text must have to be found. Words are compared with indexed stems character by character, never as syntax. An empty word
 * matches nothing; nor do a phrase of no stems, and `any` and `all` of no parts.
 */
export type QueryTree =
  | QueryLeaf
  /** At least one of the parts. */
  | { readonly kind: 'any'; readonly parts: readonly QueryTree[] }
  /** All the parts. */
  | { readonly kind: 'all'; readonly parts: readonly QueryTree[] }
  /** What matches `include` and does not match `exclude`. */
  | { readonly kind: 'without'; readonly include: QueryTree; readonly exclude: QueryTree }

/** A part of a query that finds texts by itself. As a feature it is counted as said in brackets. */
export type QueryLeaf =
  | ListedFeature
  /** Stems in any list of `ChunkWords` that begin with this. (Those beside the text count half.) */
  | { readonly kind: 'prefix'; readonly prefix: string }

/** What an inverted index lists the chunks of. */
export type ListedFeature =
  /** A stem in any list of `ChunkWords`. (Each occurrence; those beside the text count half.) */
  | { readonly kind: 'word'; readonly stem: string }
  /** Adjacent stems, in this order, in `text` or in `parts`. (Each occurrence; those in `parts` count half.) */
  | { readonly kind: 'phrase'; readonly stems: readonly string[] }
  /** Adjacent stems, in this order, in `place`. (As if they occurred infinitely often.) */
  | { readonly kind: 'place'; readonly stems: readonly string[] }

/** Something whose occurrences in a chunk are counted and scored. */
export type QueryFeature =
  | QueryLeaf
  /** Exactly this form in the text. Its stem is one of `stems`; if there are several, the index may hold it beside the text. */
  | { readonly kind: 'form'; readonly form: string; readonly stems: readonly string[] }
  /** Two adjacent stems in the text. */
  | { readonly kind: 'pair'; readonly stems: readonly [string, string] }
  /** The alternative that occurs most often. If the first one is `either` itself, the others are other forms of it. */
  | { readonly kind: 'either'; readonly features: readonly QueryFeature[] }

/**
 * A part of a chunk's BM25 score: weight × idf × saturation. The idf of a stem, form, phrase or prefix comes from the number of
 * chunks that contain it. That of a pair or `place` is the sum of its words' idf, at most that of a word that no chunk contains;
 * that of `either` is the smallest of its alternatives.
 */
export interface RankedTerm {
  readonly feature: QueryFeature
  /** From 0. */
  readonly weight: number
  /** Whether the term counts for query coverage. */
  readonly isContentTerm: boolean
}

/** Asks for the counts that the ranking needs of a whole collection. A list that is left out counts as empty. */
export interface CountRequest {
  /** Queries to count the matching chunks of. */
  readonly queries?: readonly QueryTree[] | undefined
  /** Forms to count the chunks of that have it in `ChunkWords.text`. */
  readonly forms?: readonly string[] | undefined
  /** Beginnings of stems; `Vocabulary.formsWithPrefixes` is about forms instead. */
  readonly prefixes?: readonly string[] | undefined
}

/** Counts over all chunks, regardless of the filter of a search. */
export interface CollectionCounts {
  readonly chunks: number
  /** Mean number of words in `ChunkWords.text`. */
  readonly meanLength: number
  /** Every language of a document, in the order of code points. */
  readonly languages: readonly string[]
  /** For each query, in order, the number of chunks that match. */
  readonly counts: readonly number[]
  /** For each form, in order, the number of chunks that have it in `ChunkWords.text`. */
  readonly formCounts: readonly number[]
  /** For each prefix, in order, the first 256 stems of any chunk that begin with it, in the order of code points. */
  readonly expansions: readonly (readonly string[])[]
}
