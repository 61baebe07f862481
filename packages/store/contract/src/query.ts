import { StoreError } from './errors.js'

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

/** A part of the score by which keyword ranking orders chunks: `KeywordTerm` of `@recallite/keyword/ranking`. */
export interface RankedTerm {
  readonly feature: RankedFeature
  readonly weight: number
  readonly isContentTerm: boolean
}

/** @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply */
export function assertQueryDepth(query: KeywordQuery, depth = 1): void {
  if (depth > maximumQueryDepth) {
    throw new StoreError(
      'STORE_INVALID_QUERY',
      `The query is nested too deeply. Use at most ${maximumQueryDepth} levels.`,
    )
  }
  for (const part of partsOf(query)) assertQueryDepth(part, depth + 1)
}

/** The parts of which a match has at least one; undefined where a match must be more than that. */
export function alternativesOf(query: KeywordQuery): readonly LeafQuery[] | undefined {
  if (query.kind === 'all' || query.kind === 'without') return undefined
  if (query.kind !== 'any') return [query]
  const parts = query.parts.map(alternativesOf)
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/**
 * Whether a query matches the chunks that are in any of the lists, and no others, so that they need not be looked up. A phrase is
 * nowhere without its words.
 */
export function isCovered(
  query: KeywordQuery,
  lists: readonly ListedQuery[],
  { isEmpty, expand }: KnownLists,
): boolean {
  const leaves = alternativesOf(query)?.flatMap((leaf): readonly LeafQuery[] => {
    const stems = leaf.kind === 'prefix' ? expand(leaf.prefix) : undefined
    return stems ? stems.map((stem) => ({ kind: 'word', stem })) : [leaf]
  })
  if (!leaves) return false
  const words = new Set(leaves.flatMap((leaf) => (leaf.kind === 'word' ? [leaf.stem] : [])))
  const listed = new Set(lists.flatMap((list) => (list.kind === 'word' ? [list.stem] : [])))
  const hasWord = ({ stems }: { readonly stems: readonly string[] }) => stems.some((stem) => words.has(stem))
  return (
    [...words].every((stem) => listed.has(stem)) &&
    leaves.every((leaf) => leaf.kind === 'word' || (leaf.kind !== 'prefix' && hasWord(leaf))) &&
    lists.every((list) => (list.kind === 'word' ? words.has(list.stem) : hasWord(list)) || isEmpty(list))
  )
}

/** What is known of an index. */
interface KnownLists {
  /** Whether no chunk is in a list. */
  readonly isEmpty: (list: ListedQuery) => boolean
  /** All stems that begin with a prefix; undefined if perhaps these are more. */
  readonly expand: (prefix: string) => readonly string[] | undefined
}

/** A part of a query whose chunks an index lists. */
export type ListedQuery = Exclude<LeafQuery, { kind: 'prefix' }>

function partsOf(query: KeywordQuery): readonly KeywordQuery[] {
  if (query.kind === 'any' || query.kind === 'all') return query.parts
  return query.kind === 'without' ? [query.include, query.exclude] : []
}
