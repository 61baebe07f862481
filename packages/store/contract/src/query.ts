/** How many levels deep a query may be; a single word is one level. Drivers accept this many and refuse more. */
export const maximumQueryDepth = 30

/**
 * What a chunk must have to be found. A driver compares words with the stems in `NewChunk.words` character by character,
 * never as syntax. A word that no `IndexWord` may hold matches nothing, such as a blank one; nor do `any` and `all` of no parts.
 */
export type KeywordQuery =
  /** A stem in any list of `ChunkWords`. */
  | { readonly kind: 'word'; readonly stem: string }
  /** Stems that stand side by side, in this order, in `text`, or in `parts`. */
  | { readonly kind: 'phrase'; readonly stems: readonly string[] }
  /** Stems that stand side by side, in this order, in `place`. */
  | { readonly kind: 'place'; readonly stems: readonly string[] }
  /** A stem in any list that begins with it. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  /** At least one of the parts. */
  | { readonly kind: 'any'; readonly parts: readonly KeywordQuery[] }
  /** All the parts. */
  | { readonly kind: 'all'; readonly parts: readonly KeywordQuery[] }
  /** What matches `include` and does not match `exclude`. */
  | { readonly kind: 'without'; readonly include: KeywordQuery; readonly exclude: KeywordQuery }

/** A part of a query that finds chunks by itself. */
export type LeafQuery = Extract<KeywordQuery, { kind: 'word' | 'phrase' | 'place' | 'prefix' }>

/** Something whose occurrences in a chunk keyword ranking scores. */
export type RankedFeature =
  | LeafQuery
  /** Of the text; `stems`: if one, each occurrence has it; if several, each has one of them in its place or among the parts. */
  | { readonly kind: 'form'; readonly form: string; readonly stems?: readonly string[] | undefined }
  | { readonly kind: 'pair'; readonly stems: readonly [string, string] }
  | { readonly kind: 'either'; readonly features: readonly RankedFeature[] }

/** A part of the score by which keyword ranking orders chunks: `KeywordTerm` of `@recallite/keyword-ranking`. */
export interface RankedTerm {
  readonly feature: RankedFeature
  readonly weight: number
  readonly isContentTerm: boolean
}
