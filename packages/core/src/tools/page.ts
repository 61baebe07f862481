import { invalidOption } from '../errors.js'
import { text, whole } from '../schema.js'
import { optional } from './tool.js'

/** A part of the results: up to `size`, after the first `from`. */
export interface Page {
  readonly from: number
  readonly size: number
}

export const pageFields = {
  maxResults: optional(whole(1, 100), 'Maximum results (default 10).'),
  cursor: optional(text, 'The last nextCursor, for more.'),
}

/** The most results that can be reached. */
const maxReach = 100

/**
 * The page that an input asks for, and the limit of the search: one result more than the page shows whether others follow.
 * @throws MemoryError `OPTION_INVALID` for a cursor that is not from an answer
 */
export function readPage(
  { cursor = '0', maxResults }: { readonly cursor?: string; readonly maxResults?: number },
  { tool, size = 10 }: { readonly tool: string; readonly size?: number | undefined },
) {
  const page: Page = { from: Number(cursor), size: maxResults ?? size }
  if (!/^\d{1,2}$/u.test(cursor))
    throw invalidOption(
      `${tool}: 'cursor' is ${JSON.stringify(cursor)}; give the nextCursor of an answer, or leave it out.`,
    )
  return { page, limit: Math.min(page.from + page.size + 1, maxReach) }
}

/** The cursor of the results after the first ones of a page, up to a count; null if there are none. */
export function nextCursorOf({ length }: readonly unknown[], { from }: Page, count: number): string | null {
  const next = from + count
  return count > 0 && next < length ? String(next) : null
}

/** How to get the results after a page; empty if there are none. */
export const describeNext = (cursor: string | null): string =>
  cursor === null ? '' : `There are more results: ask again with cursor ${JSON.stringify(cursor)}.`
