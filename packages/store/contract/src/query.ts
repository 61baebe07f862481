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
