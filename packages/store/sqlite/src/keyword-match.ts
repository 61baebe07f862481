import type { KeywordQuery } from '@recallite/store'

/** FTS5 reads whatever stands between double quotes as text; a NUL would end the query. */
function quote(text: string): string {
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`
}

function join(parts: readonly KeywordQuery[], operator: 'AND' | 'OR'): string {
  return parts.length === 0 ? '""' : `(${parts.map(keywordMatch).join(` ${operator} `)})`
}

/** A query as an FTS5 MATCH expression. Every word stands in quotes, so that no input is ever syntax. */
export function keywordMatch(query: KeywordQuery): string {
  switch (query.kind) {
    case 'word':
      return quote(query.word)
    case 'phrase':
      return quote(query.words.join(' '))
    case 'any':
      return join(query.parts, 'OR')
    case 'all':
      return join(query.parts, 'AND')
    case 'without':
      return `(${keywordMatch(query.include)} NOT ${keywordMatch(query.exclude)})`
  }
}
