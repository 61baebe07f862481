import { RecordError } from './errors.js'
import type { MemoryRecord } from './record.js'

const maxLimit = 10_000

/** Returns a valid limit. @throws RecordError `RECORD_INVALID_OPTION` */
export function assertLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxLimit) return limit
  const message = `The limit is ${limit}. Use a whole number from 1 to ${maxLimit}, and read the rest with further calls.`
  throw new RecordError('RECORD_INVALID_OPTION', message)
}

/** The position of a record in a list: when it occurred or was created, and its id. */
export type ListKey = ReturnType<typeof readCursor>

/** The cursor of a list that starts after a record. */
export function cursorOf(record: Pick<MemoryRecord, 'id' | 'occurredAt' | 'createdAt'>): string {
  return sayCursor({ at: Math.floor(record.occurredAt ?? record.createdAt), id: record.id })
}

/** The cursor of the next page; null after the last page. */
export function cursorAfter(page: readonly ListKey[], limit: number): string | null {
  const last = page.length === limit ? page.at(-1) : undefined
  return last ? sayCursor(last) : null
}

const sayCursor = ({ at, id }: ListKey): string => `${at} ${id}`

/** Parses a cursor. @throws RecordError `RECORD_INVALID_OPTION` */
export function readCursor(cursor: string) {
  const [, at, id] = /^(-?\d+) (.+)$/u.exec(cursor) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  const message = `“${cursor}” is not a cursor. Use the \`next\` of the previous page.`
  throw new RecordError('RECORD_INVALID_OPTION', message)
}
