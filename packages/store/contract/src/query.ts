/** How many levels deep a query may be; one word is one level. Drivers take this much and refuse more. */
export const maximumQueryDepth = 30

/**
 * What a chunk must have to be found. Words are compared with the stems of `NewChunk.words` as they are, character by
 * character, never as syntax; what holds no letter and no digit matches nothing, as do `any` and `all` of no parts.
 */
export type KeywordQuery =
  /** A word of the text, of its parts or of its place. */
  | { readonly kind: 'word'; readonly stem: string }
  /** Words that stand side by side in the text, or in its parts, in this order. */
  | { readonly kind: 'phrase'; readonly stems: readonly string[] }
  /** Words that stand side by side in the place, in this order. */
  | { readonly kind: 'place'; readonly stems: readonly string[] }
  /** A word that begins so. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  /** At least one of the parts. */
  | { readonly kind: 'any'; readonly parts: readonly KeywordQuery[] }
  /** All the parts. */
  | { readonly kind: 'all'; readonly parts: readonly KeywordQuery[] }
  /** What matches `include` and does not match `exclude`. */
  | { readonly kind: 'without'; readonly include: KeywordQuery; readonly exclude: KeywordQuery }

/** Something whose occurrences in a chunk count. */
export type KeywordFeature =
  /** Occurrences of a stem; those in parts and place count half. */
  | { readonly kind: 'word'; readonly stem: string }
  /** Occurrences of exactly this form in the text. */
  | { readonly kind: 'form'; readonly form: string }
  /** Occurrences of words side by side in the text; those in the parts count half. */
  | { readonly kind: 'phrase'; readonly stems: readonly string[] }
  /** Occurrences of two words in the text, the second right behind the first. */
  | { readonly kind: 'pair'; readonly stems: readonly [string, string] }
  /** Whether words stand side by side in the place: if so, they count as if they occurred infinitely often. */
  | { readonly kind: 'place'; readonly stems: readonly string[] }
  /** Occurrences of the words that begin so. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  /** Ways to say the same: occurrences of whichever occurs most. */
  | { readonly kind: 'either'; readonly features: readonly KeywordFeature[] }

/**
 * One part of a chunk's BM25: weight × idf × saturation (see `bm25.ts`). The idf of a stem, a form or a prefix comes
 * from the chunks that have it; that of several words is the sum of theirs, at most that of a word no chunk has; that
 * of ways to say the same is the smallest of theirs.
 */
export interface KeywordTerm {
  readonly feature: KeywordFeature
  /** From 0. */
  readonly weight: number
  /** Whether it counts for `KeywordScore.matched`. */
  readonly isTelling: boolean
}
