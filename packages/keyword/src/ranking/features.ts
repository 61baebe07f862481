/** Something whose occurrences in a chunk are counted. Forms are compared as written, all other words by their stems. */
export type KeywordFeature =
  /** Occurrences of a stem; those in parts and place count half. */
  | { readonly kind: 'word'; readonly stem: string }
  /**
   * Occurrences of exactly this form in the text. `stems`: if one, each occurrence has this stem; if several, each has one
   * of them in its place or among the parts. Without them nothing is known of its stem.
   */
  | { readonly kind: 'form'; readonly form: string; readonly stems?: readonly string[] | undefined }
  /** Occurrences of words side by side in the text; those in the parts count half. */
  | { readonly kind: 'phrase'; readonly stems: readonly string[] }
  /** Occurrences of two words in the text, the second right behind the first. */
  | { readonly kind: 'pair'; readonly stems: readonly [string, string] }
  /** Whether words stand side by side in the place: if so, they count as if they occurred infinitely often. */
  | { readonly kind: 'place'; readonly stems: readonly string[] }
  /** Occurrences of the words that begin so. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  /** Ways to say the same: occurrences of whichever occurs most. Where the first is of this kind itself, only that was asked for. */
  | { readonly kind: 'either'; readonly features: readonly KeywordFeature[] }

/**
 * One part of a chunk's BM25: weight × idf × saturation (see `bm25.ts`). The idf of a stem, a form, a phrase or a prefix
 * comes from the chunks that have it; that of a pair or a place is the sum of its words' idf, at most that of a word no chunk
 * has; that of ways to say the same is the smallest of theirs.
 */
export interface KeywordTerm {
  readonly feature: KeywordFeature
  /** From 0. */
  readonly weight: number
  /** Whether the term counts for query coverage. */
  readonly isContentTerm: boolean
}

/** What a collection is counted for: in how many chunks it is decides how rare it is. */
export type CountedFeature = Extract<KeywordFeature, { kind: 'word' | 'form' | 'phrase' | 'prefix' }>

/** What an inverted index lists the chunks of: those with a stem anywhere, or with words side by side. */
export type ListedFeature = Extract<KeywordFeature, { kind: 'word' | 'phrase' | 'place' }>

/** What to ask of a collection before its chunks can be scored. */
export type WantedCounts = ReturnType<typeof wantedCounts>

/** What the collection answers, in the order of `WantedCounts`. */
export interface CollectionCounts {
  /** How many chunks there are. */
  readonly chunks: number
  /** How many words a chunk's text has on average. */
  readonly meanLength: number
  /** In how many chunks each of the queries is. */
  readonly counts: readonly number[]
  /** In how many chunks' texts each of the forms is. */
  readonly formCounts: readonly number[]
  /** The stems that begin with each of the prefixes. */
  readonly expansions: readonly (readonly string[])[]
}

/** A name that two features share exactly if they are counted alike. */
export function countKey(feature: CountedFeature): string {
  if (feature.kind === 'word') return feature.stem
  return JSON.stringify(feature.kind === 'form' ? { kind: 'form', form: feature.form } : feature)
}

/**
 * Lists what a collection must be asked to score chunks by these terms, without repeats: how many chunks contain each
 * of `queries`, how many texts of chunks each of `forms`, and which stems begin with each of `prefixes`.
 */
export function wantedCounts(terms: readonly KeywordTerm[]) {
  const counted = terms.flatMap(({ feature }) => countedOf(feature))
  const distinct = [...new Map(counted.map((feature) => [countKey(feature), feature])).values()]
  const queries = distinct.filter((feature) => feature.kind !== 'form')
  const forms = distinct.flatMap((feature) => (feature.kind === 'form' ? [feature.form] : []))
  const prefixes = queries.flatMap((query) => (query.kind === 'prefix' ? [query.prefix] : []))
  return { queries, forms, prefixes }
}

function countedOf(feature: KeywordFeature): CountedFeature[] {
  switch (feature.kind) {
    case 'pair':
    case 'place':
      return feature.stems.map((stem) => ({ kind: 'word', stem }))
    case 'either':
      return feature.features.flatMap(countedOf)
    default:
      return [feature]
  }
}
