import type { QueryTree } from '@recallite/store/query'
import { type IndexedText, type IndexWord, indexWords, pathWords } from '../words.js'

function hasRun(words: readonly IndexWord[], stems: readonly string[]): boolean {
  return words.some((_, start) => stems.every((stem, index) => words[start + index]?.stem === stem))
}

/** Whether a text with a path matches a query, by checking every word at its position. Null finds nothing. */
export function matchesTree(tree: QueryTree | null, text: string | IndexedText, path = ''): boolean {
  if (tree === null) return false
  const held = typeof text === 'string' ? indexWords(text) : text
  const place = pathWords(path)
  const everywhere = [...held.text, ...held.parts, ...place]
  const matches = (query: QueryTree): boolean => {
    switch (query.kind) {
      case 'word':
        return everywhere.some(({ stem }) => stem === query.stem)
      case 'prefix':
        return everywhere.some(({ stem }) => stem.startsWith(query.prefix))
      case 'phrase':
        return hasRun(held.text, query.stems) || hasRun(held.parts, query.stems)
      case 'place':
        return hasRun(place, query.stems)
      case 'any':
        return query.parts.some(matches)
      case 'all':
        return query.parts.every(matches)
      case 'without':
        return matches(query.include) && !matches(query.exclude)
    }
  }
  return matches(tree)
}
