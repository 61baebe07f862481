import { invalidOption } from '../../errors.js'
import type { FilterOptions } from './resolve-filter.js'

/**
 * Options with the filters over front matter that are JSON read: as one condition, so that together they keep to the limits of a
 * filter. What reads them is loaded only if there are any.
 * @throws MemoryError `OPTION_INVALID` for a text that is not JSON; FilterError
 */
export async function readFrontMatterFilters(options: FilterOptions): Promise<FilterOptions> {
  const { where = [], filter: given, conditions = [] } = options
  const filters = where.filter(isJson).map(readJson)
  if (given !== undefined) filters.push(given)
  if (filters.length === 0) return options
  const { parseFilter } = await import('@recallite/filter')
  const filter = parseFilter(filters.length === 1 ? filters[0] : { $and: filters })
  return {
    ...options,
    where: where.filter((text) => !isJson(text)),
    filter: undefined,
    conditions: [{ kind: 'metadata', filter }, ...conditions],
  }
}

/** No key of front matter begins with a brace. */
function isJson(text: string): boolean {
  return text.trimStart().startsWith('{')
}

const longestQuote = 80

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const shown = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
    throw invalidOption(
      `The filter ${shown} is not JSON. Keys and texts stand in double quotes, and in a shell all of it in single quotes: '{"status":"done","priority":{"$gte":2}}'.`,
    )
  }
}
