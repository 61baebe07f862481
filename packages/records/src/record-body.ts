import type { CheckedRecord } from './check-record.js'
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
