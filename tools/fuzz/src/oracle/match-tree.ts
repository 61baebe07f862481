import type { ScannedChunk } from '../collection/open-collection.ts'
import type { QueryTree } from '@recallite/analysis'

function standSideBySide(words: readonly string[], wanted: readonly string[]) {
  return words.some((_, start) => wanted.every((word, index) => words[start + index] === word))
}

/** Nothing matches all of no parts. */
function matchesAll(chunk: ScannedChunk, parts: readonly QueryTree[]) {
  return parts.length > 0 && parts.every((part) => matchesTree(chunk, part))
}

/** Whether a chunk's words match, by the definition of `KeywordQuery` and one look at each word. */
export function matchesTree(chunk: ScannedChunk, tree: QueryTree): boolean {
  switch (tree.kind) {
    case 'word':
      return chunk.stems.has(tree.stem)
    case 'phrase':
      return [chunk.text, chunk.parts].some((words) => standSideBySide(words, tree.stems))
    case 'place':
      return standSideBySide(chunk.place, tree.stems)
    case 'prefix':
      return [...chunk.stems].some((stem) => stem.startsWith(tree.prefix))
    case 'any':
      return tree.parts.some((part) => matchesTree(chunk, part))
    case 'all':
      return matchesAll(chunk, tree.parts)
    case 'without':
      return matchesTree(chunk, tree.include) && !matchesTree(chunk, tree.exclude)
  }
}
