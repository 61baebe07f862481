import type { QueryTree } from '@recallite/store/query'
import type { IndexedText, IndexWord } from '../../words.js'

function areAdjacent(words: readonly IndexWord[], stems: readonly string[]): boolean {
  return words.some((_, start) => stems.every((stem, index) => words[start + index]?.stem === stem))
}

type Leaf = Extract<QueryTree, { kind: 'word' | 'phrase' | 'place' | 'prefix' }>

function leafMatches(leaf: Leaf, { text, parts }: IndexedText): boolean {
  switch (leaf.kind) {
    case 'place':
      return false
    case 'word':
      return [...text, ...parts].some(({ stem }) => stem === leaf.stem)
    case 'prefix':
      return [...text, ...parts].some(({ stem }) => stem.startsWith(leaf.prefix))
    case 'phrase':
      return areAdjacent(text, leaf.stems) || areAdjacent(parts, leaf.stems)
  }
}

/** Whether an index with these words of a text would find it; ignores paths. Null finds nothing. */
export function matches(tree: QueryTree | null, indexed: IndexedText): boolean {
  if (tree === null) return false
  switch (tree.kind) {
    case 'any':
      return tree.parts.some((part) => matches(part, indexed))
    case 'all':
      return tree.parts.every((part) => matches(part, indexed))
    case 'without':
      return matches(tree.include, indexed) && !matches(tree.exclude, indexed)
    default:
      return leafMatches(tree, indexed)
  }
}
