/*
 * What the drivers of `RecordStore` have in common: what they keep of records, and how they refuse what cannot be done.
 */
import { recordDefaults, type CheckedRecord, type CheckedSession } from './check-record.js'
import { RecordError, type RecordStoreErrorCode } from './errors.js'
import { newRecordId } from './record-id.js'
import type { MemoryRecord, Session } from './record.js'

/** How often a record was used. */
export type RecordUse = Pick<MemoryRecord, 'accessCount' | 'returnCount' | 'lastAccessed'>

/** What a driver keeps of a record or a session: a JSON object under its id; null for a record that was forgotten. */
export interface KeptBody {
  readonly id: string
  readonly body: string | null
}

/** A record without its id and use, which are columns. */
type RecordBody = Omit<MemoryRecord, 'id' | keyof RecordUse>

/** A record as a driver keeps it. */
export function bodyOfRecord(record: CheckedRecord | MemoryRecord): string {
  const { id: _, accessCount: _access, returnCount: _return, lastAccessed: _last, ...body } = record
  return JSON.stringify(body satisfies RecordBody)
}

/** The record of a body; undefined if it was forgotten. Without a use it was never used. */
export function recordOf({ id, body }: KeptBody, use: RecordUse | undefined): MemoryRecord | undefined {
  if (body === null) return undefined
  return { id, ...(JSON.parse(body) as RecordBody), ...(use ?? unused) }
}

/** A session as a driver keeps it. */
export function bodyOfSession({ id: _, ...body }: Session): string {
  return JSON.stringify(body)
}

/** The session of a body. */
export function sessionOf({ id, body }: KeptBody): Session {
  return { id, ...(JSON.parse(body ?? '{}') as Omit<Session, 'id'>) }
}

const unused: RecordUse = { accessCount: 0, returnCount: 0, lastAccessed: null }

/** The most rows that are read at once. */
const mostRows = 10_000

/**
 * The limit of a list, if it is one.
 * @throws RecordError `RECORD_INVALID_OPTION`
 */
export function assertLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostRows) return limit
  const message = `The limit is ${limit}. Give a whole number from 1 to ${mostRows}, and read what comes behind with the next call.`
  throw new RecordError('RECORD_INVALID_OPTION', message)
}

/** The position of a record in a list: when it occurred or was created, and its id. */
export interface ListKey {
  readonly at: number
  readonly id: string
}

/** The cursor of the page behind the last record of a page; null where there is none. */
export function cursorBehind(page: readonly ListKey[], limit: number): string | null {
  const last = page.length === limit ? page.at(-1) : undefined
  return last ? `${last.at} ${last.id}` : null
}

/**
 * The position that a cursor names.
 * @throws RecordError `RECORD_INVALID_OPTION`
 */
export function readCursor(cursor: string): ListKey {
  const [, at, id] = /^(-?\d+) (.+)$/u.exec(cursor) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  throw new RecordError(
    'RECORD_INVALID_OPTION',
    `“${cursor}” is no cursor. Give the \`next\` of the page before.`,
  )
}

/**
 * The record that another one is to replace, if one may.
 * @throws RecordError `RECORD_UNKNOWN`, `RECORD_SUPERSEDED`
 */
export function assertActive(record: MemoryRecord | undefined, id: string): MemoryRecord {
  if (!record)
    throw new RecordError(
      'RECORD_UNKNOWN',
      `There is no record ${id}. Ask for it by the id that a recall gives.`,
    )
  if (record.status === 'active') return record
  const by = record.supersededBy === null ? 'already' : `by ${record.supersededBy}: supersede that one`
  throw new RecordError('RECORD_SUPERSEDED', `The record ${id} was superseded ${by}.`)
}

/** The refusal of a new record by its id. */
export function unfitId(old: string, id: string): RecordError {
  const message = `The record ${id} cannot replace ${old}: give the new record no id, or a new one.`
  return new RecordError('RECORD_INVALID_FIELD', message, { field: 'id' })
}

/** A session as it begins where nothing else is said of it. */
export function newSession(startedAt: number): Omit<Session, 'id'> {
  return { collection: recordDefaults.collection, context: {}, startedAt, endedAt: null, summary: null }
}

/** A session that is started, or goes on as the known one of its id. */
export function startedSession(given: CheckedSession, known: Session | undefined, now: number): Session {
  const usual = known ?? newSession(now)
  return {
    id: given.id ?? newRecordId(),
    collection: given.collection ?? usual.collection,
    context: given.context ?? usual.context,
    startedAt: given.startedAt ?? usual.startedAt,
    endedAt: given.endedAt,
    summary: given.summary ?? usual.summary,
  }
}

/** The failure to find a session. */
export function unknownSession(id: string): RecordError {
  const message = `There is no session “${id}”. List them with 'recallite sessions', or start it.`
  return new RecordError('RECORD_UNKNOWN_SESSION', message)
}

/** What the code of an error of `@recallite/store` means where records are kept. */
export function recordCodeOf(storeCode: string): RecordStoreErrorCode {
  return codes[storeCode] ?? 'RECORDS_UNAVAILABLE'
}

const codes: Readonly<Record<string, RecordStoreErrorCode>> = {
  STORE_BUSY: 'RECORDS_BUSY',
  STORE_LOCKED: 'RECORDS_BUSY',
  STORE_FILE_EXISTS: 'RECORDS_FILE_EXISTS',
  STORE_CORRUPT: 'RECORDS_CORRUPT',
  STORE_FOREIGN: 'RECORDS_FOREIGN',
  STORE_TOO_NEW: 'RECORDS_TOO_NEW',
  STORE_LINK: 'RECORDS_LINK',
  STORE_FULL: 'RECORDS_FULL',
  STORE_READ_ONLY: 'RECORDS_READ_ONLY',
}
