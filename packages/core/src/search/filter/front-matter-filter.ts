import { parseFilter } from '@recallite/filter'
import type { SearchCondition } from '@recallite/store'
import { invalidOption } from '../../errors.js'

/** Whether a condition on front matter is a JSON filter: no key of front matter begins with a brace. */
export function isJsonFilter(text: string): boolean {
  return text.trimStart().startsWith('{')
}

/**
 * Reads a JSON filter that was given as text.
 * @throws MemoryError `OPTION_INVALID` if it is no JSON
 */
export function readJsonFilter(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const shown = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
    throw invalidOption(
      `The filter ${shown} is not JSON. Keys and texts stand in double quotes, and in a shell all of it in single quotes: '{"status":"done","priority":{"$gte":2}}'.`,
    )
  }
}

const longestQuote = 80

/**
 * The condition that filters over front matter make, all of which must match; none of no filter. They become one, so that
 * together they keep to the limits of a filter.
 * @throws FilterError
 */
export function frontMatterCondition(filters: readonly unknown[]): SearchCondition[] {
  const [only] = filters
  if (filters.length === 0) return []
  return [{ kind: 'metadata', filter: parseFilter(filters.length === 1 ? only : { $and: filters }) }]
}
