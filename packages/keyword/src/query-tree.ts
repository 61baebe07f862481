import type { IndexWord } from './words.js'

/** What a query asks of a text; a store compiles it. */
export type QueryTree =
  | { readonly kind: 'word'; readonly stem: string }
  | { readonly kind: 'phrase'; readonly stems: readonly string[] }
  | { readonly kind: 'place'; readonly stems: readonly string[] }
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'any'; readonly parts: readonly QueryTree[] }
  | { readonly kind: 'all'; readonly parts: readonly QueryTree[] }
  | { readonly kind: 'without'; readonly include: QueryTree; readonly exclude: QueryTree }

/** A word, or adjacent words. */
export type TextQuery = Extract<QueryTree, { kind: 'word' | 'phrase' }>

/** A tree without parts. */
export type LeafTree = Extract<QueryTree, { kind: 'word' | 'phrase' | 'place' | 'prefix' }>

/** Something whose occurrences in a text are counted and scored. */
export type QueryFeature =
  | LeafTree
  /** `stems`: those that the form has in the languages of the texts, one of which is in each text with the form. */
  | { readonly kind: 'form'; readonly form: string; readonly stems: readonly string[] }
  | { readonly kind: 'pair'; readonly stems: readonly [string, string] }
  /** Where the first is `either` itself, the others are other forms of what was asked for. */
  | { readonly kind: 'either'; readonly features: readonly QueryFeature[] }

/** A part of a score: the weight of a feature, and whether it counts for query coverage. */
export interface ScoredTerm {
  readonly feature: QueryFeature
  readonly weight: number
  readonly isContentTerm: boolean
}

/** One word, or adjacent words in this order; at least one. */
export interface QueryTerm {
  readonly words: readonly IndexWord[]
  /** Whether words that begin with the form of the only word are meant as well (`auth*`). */
  readonly isPrefix?: boolean | undefined
}

/** The smallest tree for adjacent stems, of which there is at least one. */
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
export function leavesOf(tree: QueryTree | null): LeafTree[] {
  if (!tree) return []
  if (tree.kind === 'without') return leavesOf(tree.include)
  return tree.kind === 'any' || tree.kind === 'all' ? tree.parts.flatMap(leavesOf) : [tree]
}

/** One feature that any of the given ones satisfies; there is at least one. */
export function eitherOf(features: readonly QueryFeature[]): QueryFeature {
  const [only] = features
  return only && features.length === 1 ? only : { kind: 'either', features }
}

/** A key that equal terms share and different ones do not. */
export function termKey({ words, isPrefix = false }: QueryTerm): string {
  return words.map(({ form }) => form).join(' ') + (isPrefix ? '*' : '')
}
