import { StoreError } from './errors.js'
import type { ListedFeature, QueryLeaf, QueryTree } from './query.js'

/** The maximum depth of a query; a single word is one level. */
export const maximumQueryDepth = 30

/** @throws StoreError `STORE_INVALID_QUERY` for a query deeper than `maximumQueryDepth` */
export function assertQueryDepth(query: QueryTree, depth = 1): void {
  if (depth > maximumQueryDepth) throw tooDeepQuery()
  for (const part of partsOf(query)) assertQueryDepth(part, depth + 1)
}

/** The error for a query that is nested too deeply. */
export function tooDeepQuery(): StoreError {
  const message = `The query is nested too deeply. Use at most ${maximumQueryDepth} levels.`
  return new StoreError('STORE_INVALID_QUERY', message)
}

/** The leaves of a query that matches any of them; undefined for other queries. */
export function alternativesOf(query: QueryTree): readonly QueryLeaf[] | undefined {
  if (query.kind === 'all' || query.kind === 'without') return undefined
  if (query.kind !== 'any') return [query]
  const parts = query.parts.map(alternativesOf)
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/**
 * Whether a query matches exactly the chunks in any of the posting lists, so that it need not run separately. A phrase occurs only
 * together with its words.
 */
export function isCovered(query: QueryTree, lists: readonly ListedFeature[], facts: IndexFacts): boolean {
  const { isEmpty, expand } = facts
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

interface IndexFacts {
  /** Whether a list has no chunks. */
  readonly isEmpty: (list: ListedFeature) => boolean
  /** All stems that start with a prefix; undefined if they are unknown. */
  readonly expand: (prefix: string) => readonly string[] | undefined
}

function partsOf(query: QueryTree): readonly QueryTree[] {
  if (query.kind === 'any' || query.kind === 'all') return query.parts
  return query.kind === 'without' ? [query.include, query.exclude] : []
}
