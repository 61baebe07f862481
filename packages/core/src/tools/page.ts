import { invalidOption } from '../errors.js'
import { text, whole } from '../schema.js'
import { optional } from './tool.js'

export const pageFields = {
  maxResults: optional(whole(1, 100), 'Maximum results (default 10).'),
  cursor: optional(text, 'The last nextCursor, for more.'),
}

/** The most results that can be reached. */
const maxReach = 100

/**
 * The page that an input names.
 * @returns `limit` of the search: one result more than the page shows whether others follow; `take`: the results of the page, and the
 * cursor of the results after the first ones of it, null if there are none
 * @throws MemoryError `OPTION_INVALID` for a cursor that is not from an answer
 */
export function readPage(
  { cursor = '0', maxResults }: { readonly cursor?: string; readonly maxResults?: number },
  { tool, size: defaultSize = 10 }: { readonly tool: string; readonly size?: number | undefined },
) {
  const [from, size] = [Number(cursor), maxResults ?? defaultSize]
  if (!/^\d{1,2}$/u.test(cursor))
    throw invalidOption(
      `${tool}: 'cursor' is ${JSON.stringify(cursor)}; give the nextCursor of an answer, or leave it out.`,
    )
  return {
    limit: Math.min(from + size + 1, maxReach),
    take<Result>(all: readonly Result[]) {
      const cursorAfter = (count: number): string | null =>
        count > 0 && from + count < all.length ? String(from + count) : null
      return { results: all.slice(from, from + size), cursorAfter }
    },
  }
}

/** How to get the results after a page; empty if there are none. */
export const describeNext = (cursor: string | null): string =>
  cursor === null ? '' : `There are more results: ask again with cursor ${JSON.stringify(cursor)}.`
