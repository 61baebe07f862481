import type { QueryTree } from '@recallite/store/query'

/** A chunk's stems, separated by spaces. */
export interface IndexedRow {
  readonly words: string
  readonly parts: string
  readonly place: string
}

function listOf(text: string): string[] {
  return text.split(' ').filter((stem) => stem !== '')
}

function standsIn(text: string, stems: readonly string[]): boolean {
  const words = listOf(text)
  return words.some((_, start) => stems.every((stem, index) => words[start + index] === stem))
}

type Leaf = Exclude<QueryTree, { kind: 'any' | 'all' | 'without' }>

function isLeafFound(query: Leaf, { words, parts, place }: IndexedRow): boolean {
  const all = listOf(`${words} ${parts} ${place}`)
  switch (query.kind) {
    case 'word':
      return all.includes(query.stem)
    case 'prefix':
      return query.prefix !== '' && all.some((stem) => stem.startsWith(query.prefix))
    case 'phrase':
      return query.stems.length > 0 && [words, parts].some((text) => standsIn(text, query.stems))
    case 'place':
      return query.stems.length > 0 && standsIn(place, query.stems)
  }
}

/** Whether a query finds a chunk, by its definition. */
export function isFound(query: QueryTree, row: IndexedRow): boolean {
  switch (query.kind) {
    case 'any':
      return query.parts.some((part) => isFound(part, row))
    case 'all':
      return query.parts.length > 0 && query.parts.every((part) => isFound(part, row))
    case 'without':
      return isFound(query.include, row) && !isFound(query.exclude, row)
    default:
      return isLeafFound(query, row)
  }
}
