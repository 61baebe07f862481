import { assertQueryDepth } from '@recallite/store'
import type { QueryTree } from '@recallite/store/query'
import { queryToken } from './index-writer.js'

/**
 * A query as an FTS5 MATCH expression. Every word stands in quotes, so that no input is ever syntax.
 * @throws StoreError `STORE_INVALID_QUERY` where FTS5's parser would run out of stack
 */
export function matchExpression(query: QueryTree): string {
  assertQueryDepth(query)
  return match(query)
}

function match(query: QueryTree): string {
  switch (query.kind) {
    case 'word':
      return phrase([query.stem])
    case 'phrase':
      return `{words parts} : ${phrase(query.stems)}`
    case 'place':
      return `place : ${phrase(query.stems)}`
    case 'prefix':
      return queryToken(query.prefix) === '' ? '""' : `${phrase([query.prefix])}*`
    case 'any':
      return join(query.parts.map(match), 'OR')
    case 'all':
      return join(query.parts.map(match), 'AND')
    case 'without':
      return `(${match(query.include)} NOT ${match(query.exclude)})`
  }
}

function join(parts: readonly string[], operator: 'AND' | 'OR'): string {
  return parts.length === 0 ? '""' : `(${parts.join(` ${operator} `)})`
}

function phrase(stems: readonly string[]): string {
  const tokens = stems.map(queryToken)
  // A word that is none is nowhere, and so is what it stands in.
  return tokens.includes('') ? '""' : `"${tokens.join(' ')}"`
}
