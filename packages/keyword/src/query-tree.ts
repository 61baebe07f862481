import type { QueryFeature, QueryLeaf, QueryTree } from '@recallite/store/query'
import type { IndexWord } from './words.js'

export type TextQuery = Extract<QueryLeaf, { kind: 'word' | 'phrase' }>

/** One or more adjacent words in this order. */
export interface QueryTerm {
  readonly words: readonly IndexWord[]
  /** Whether words that begin with the only word's form match too (`auth*`). */
  readonly isPrefix?: boolean | undefined
}

/** The smallest tree for adjacent stems; at least one. */
export function treeOf(stems: readonly string[]): TextQuery {
  const [stem] = stems
  return stem !== undefined && stems.length === 1 ? { kind: 'word', stem } : { kind: 'phrase', stems }
}

/** The smallest tree for some parts; null if there are none. */
export function treeFor(kind: 'any' | 'all', parts: readonly QueryTree[]): QueryTree | null {
  const [only, ...more] = parts
  if (only === undefined) return null
  return more.length === 0 ? only : { kind, parts }
}

/** The parts of a tree that find a text by themselves. */
export function leavesOf(tree: QueryTree | null): QueryLeaf[] {
  if (!tree) return []
  if (tree.kind === 'without') return leavesOf(tree.include)
  return tree.kind === 'any' || tree.kind === 'all' ? tree.parts.flatMap(leavesOf) : [tree]
}

/** One feature for any of the given ones; at least one. */
export function eitherOf(features: readonly QueryFeature[]): QueryFeature {
  const [only] = features
  return only && features.length === 1 ? only : { kind: 'either', features }
}

/** A key that only equal terms share. */
export function termKey({ words, isPrefix = false }: QueryTerm): string {
  return words.map(({ form }) => form).join(' ') + (isPrefix ? '*' : '')
}
