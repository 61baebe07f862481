import { assertQueryDepth } from '@recallite/store'
import type { QueryTree } from '@recallite/store/query'
import { queryToken } from './index-writer.js'

/** A query as an FTS5 MATCH expression, with quoted words. @throws StoreError `STORE_INVALID_QUERY` if it is too deep */
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
  // An empty word occurs nowhere, and neither does its phrase.
  return tokens.includes('') ? '""' : `"${tokens.join(' ')}"`
}
