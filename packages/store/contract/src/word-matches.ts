import type { ChunkTerms, WordCandidates } from './candidates.js'
import { StoreError } from './errors.js'
import { maximumQueryDepth, type KeywordQuery, type LeafQuery, type RankedTerm } from './query.js'

/** The terms of a query that has no ranking: each part of it that a match can have counts alike. */
export function evenTerms(query: KeywordQuery): readonly RankedTerm[] {
  return leavesOf(query).map((feature) => ({ feature, weight: 1, isContentTerm: true }))
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
 * Whether a query matches the chunks that are in any of the lists, and no others, so that they need not be looked up. A phrase or
 * a place is nowhere without its words.
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

function leavesOf(query: KeywordQuery): readonly LeafQuery[] {
  if (query.kind === 'without') return leavesOf(query.include)
  return query.kind === 'any' || query.kind === 'all' ? query.parts.flatMap(leavesOf) : [query]
}

function partsOf(query: KeywordQuery): readonly KeywordQuery[] {
  if (query.kind === 'any' || query.kind === 'all') return query.parts
  return query.kind === 'without' ? [query.include, query.exclude] : []
}
