/** How many levels deep a query may be; one word is one level. Drivers take this much and refuse more. */
export const maximumQueryDepth = 30

/**
 * A keyword query as a driver compiles it. Words are whole words as the text's analysis wrote them into
 * `NewChunk.words`; the driver folds their case and diacritics, stems English ones, and treats every character as
 * text, never as syntax. What holds no letter and no digit matches nothing, as do `any` and `all` of no parts.
 */
export type KeywordQuery =
  /** One word. */
  | { readonly kind: 'word'; readonly word: string }
  /** Words that stand side by side, in this order. */
  | { readonly kind: 'phrase'; readonly words: readonly string[] }
  /** At least one of the parts. */
  | { readonly kind: 'any'; readonly parts: readonly KeywordQuery[] }
  /** All the parts. */
  | { readonly kind: 'all'; readonly parts: readonly KeywordQuery[] }
  /** What matches `include` and does not match `exclude`. */
  | { readonly kind: 'without'; readonly include: KeywordQuery; readonly exclude: KeywordQuery }

/** Narrows both retrievers alike, before they cut to `limit`. All given conditions must hold. */
export interface SearchFilter {
  /** Names of roots. */
  readonly roots?: readonly string[] | undefined
}
