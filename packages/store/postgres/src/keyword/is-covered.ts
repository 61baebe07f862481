import type { ListedFeature } from '@recallite/keyword-ranking'
import type { KeywordQuery, LeafQuery } from '@recallite/store'

/**
 * Whether a query matches the chunks that are in any of the lists, and no others, so that they need not be looked up. A phrase or
 * a place is nowhere without its words.
 */
export function isCovered(query: KeywordQuery, lists: readonly ListedFeature[]): boolean {
  const leaves = alternativesOf(query)
  if (!leaves) return false
  const words = new Set(leaves.flatMap((leaf) => (leaf.kind === 'word' ? [leaf.stem] : [])))
  const listed = new Set(lists.flatMap((list) => (list.kind === 'word' ? [list.stem] : [])))
  const hasWord = ({ stems }: { readonly stems: readonly string[] }) => stems.some((stem) => words.has(stem))
  return (
    [...words].every((stem) => listed.has(stem)) &&
    leaves.every((leaf) => leaf.kind === 'word' || (leaf.kind !== 'prefix' && hasWord(leaf))) &&
    lists.every((list) => (list.kind === 'word' ? words.has(list.stem) : hasWord(list)))
  )
}

/** The parts of which a match has at least one; undefined where a match must be more than that. */
function alternativesOf(query: KeywordQuery): readonly LeafQuery[] | undefined {
  if (query.kind === 'all' || query.kind === 'without') return undefined
  if (query.kind !== 'any') return [query]
  const parts = query.parts.map(alternativesOf)
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}
