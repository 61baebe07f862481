import { StoreError } from './errors.js'
import type { ListedFeature, QueryLeaf, QueryTree } from './query.js'

/** How many levels deep a query may be; a single word is one level. Drivers accept this many and refuse more. */
export const maximumQueryDepth = 30

/** @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply */
export function assertQueryDepth(query: QueryTree, depth = 1): void {
  if (depth > maximumQueryDepth) {
    throw new StoreError(
      'STORE_INVALID_QUERY',
      `The query is nested too deeply. Use at most ${maximumQueryDepth} levels.`,
    )
  }
  for (const part of partsOf(query)) assertQueryDepth(part, depth + 1)
}

/** The parts of which a match has at least one; undefined where a match must be more than that. */
export function alternativesOf(query: QueryTree): readonly QueryLeaf[] | undefined {
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
  query: QueryTree,
  lists: readonly ListedFeature[],
  { isEmpty, expand }: KnownLists,
): boolean {
  const leaves = alternativesOf(query)?.flatMap((leaf): readonly QueryLeaf[] => {
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
  readonly isEmpty: (list: ListedFeature) => boolean
  /** All stems that begin with a prefix; undefined if perhaps these are more. */
  readonly expand: (prefix: string) => readonly string[] | undefined
}

function partsOf(query: QueryTree): readonly QueryTree[] {
  if (query.kind === 'any' || query.kind === 'all') return query.parts
  return query.kind === 'without' ? [query.include, query.exclude] : []
}
