/**
 * A keyword query as a driver compiles it. Words are whole words as the text's analysis wrote them into
 * `NewChunk.words`; the driver may stem them, and must treat every character as text, never as syntax.
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
