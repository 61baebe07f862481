import { UsageError } from '@recallite/command-line'
import type { LastSearch, LastSearchResult } from './last-search.js'
import type { Expected } from './expected-place.js'

const place = /^\d+$/u

function resultAt({ query, results }: LastSearch, number: number): LastSearchResult {
  const result = results[number - 1]
  if (result) return result
  const found = results.length === 0 ? 'found nothing' : `has the results 1 to ${results.length}`
  throw new UsageError(
    `The last search, ${JSON.stringify(query)}, ${found}, not ${number}. Name a file: --expect PATH`,
  )
}

/**
 * What is expected of a query that was searched for: places among its results stand for the files found there, everything
 * else for itself; without any it is the first result.
 * @throws UsageError where there is no such result
 */
export function expectOfSearch(search: LastSearch, expected: readonly string[]): Expected[] {
  const wanted = expected.length > 0 ? expected : ['1']
  return wanted.map((each) => (place.test(each) ? resultAt(search, Number(each)) : each))
}
