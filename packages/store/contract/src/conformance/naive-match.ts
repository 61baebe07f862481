import type { ChunkWords, IndexWord } from '../document.js'
import type { KeywordQuery } from '../query.js'

type Leaf = Exclude<KeywordQuery, { kind: 'any' | 'all' | 'without' }>

function standsIn(words: readonly IndexWord[], stems: readonly string[]): boolean {
  return (
    stems.length > 0 &&
    words.some((_, start) => stems.every((stem, index) => words[start + index]?.stem === stem))
  )
}

function leafMatches(query: Leaf, { text, parts, place }: ChunkWords): boolean {
  const stems = [...text, ...parts, ...place].map(({ stem }) => stem)
  switch (query.kind) {
    case 'word':
      return stems.includes(query.stem)
    case 'prefix':
      return query.prefix !== '' && stems.some((stem) => stem.startsWith(query.prefix))
    case 'phrase':
      return standsIn(text, query.stems) || standsIn(parts, query.stems)
    case 'place':
      return standsIn(place, query.stems)
  }
}

/** Whether a chunk matches a query, straight from the definition of the contract. */
export function naiveMatches(query: KeywordQuery, words: ChunkWords): boolean {
  switch (query.kind) {
    case 'any':
      return query.parts.some((part) => naiveMatches(part, words))
    case 'all':
      return query.parts.length > 0 && query.parts.every((part) => naiveMatches(part, words))
    case 'without':
      return naiveMatches(query.include, words) && !naiveMatches(query.exclude, words)
    default:
      return leafMatches(query, words)
  }
}
