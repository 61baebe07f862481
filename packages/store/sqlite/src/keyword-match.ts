import { maximumQueryDepth, StoreError, type KeywordQuery } from '@recallite/store'

/** FTS5 reads whatever stands between double quotes as text; a NUL would end the query. */
function quote(text: string): string {
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`
}

function join(parts: readonly string[], operator: 'AND' | 'OR'): string {
  return parts.length === 0 ? '""' : `(${parts.join(` ${operator} `)})`
}

function matchAt(query: KeywordQuery, depth: number): string {
  if (depth > maximumQueryDepth) {
    throw new StoreError(
      'STORE_INVALID_QUERY',
      `The query is nested too deeply. Use at most ${maximumQueryDepth} levels.`,
    )
  }
  const below = (part: KeywordQuery): string => matchAt(part, depth + 1)
  switch (query.kind) {
    case 'word':
      return quote(query.word)
    case 'phrase':
      return quote(query.words.join(' '))
    case 'any':
      return join(query.parts.map(below), 'OR')
    case 'all':
      return join(query.parts.map(below), 'AND')
    case 'without':
      return `(${below(query.include)} NOT ${below(query.exclude)})`
  }
}

/**
 * A query as an FTS5 MATCH expression. Every word stands in quotes, so that no input is ever syntax.
 * @throws StoreError `STORE_INVALID_QUERY` where FTS5's parser would run out of stack
 */
export function keywordMatch(query: KeywordQuery): string {
  return matchAt(query, 1)
}
