import type { CheckedRecord, MemoryRecord, Session } from '@recallite/records'
import type { Entry } from './entries.js'

/** How often a record was used. */
export type RecordUse = Pick<MemoryRecord, 'accessCount' | 'returnCount' | 'lastAccessed'>

/** A record without its id and use, which are columns. */
type RecordBody = Omit<MemoryRecord, 'id' | keyof RecordUse>

/** A record as its entry keeps it. */
export function bodyOfRecord(record: CheckedRecord | MemoryRecord): string {
  const { id: _, accessCount: _access, returnCount: _return, lastAccessed: _last, ...body } = record
  return JSON.stringify(body satisfies RecordBody)
}

/** The record of an entry; undefined if it was forgotten. */
export function recordOf({ id, body }: Entry, use: RecordUse | undefined): MemoryRecord | undefined {
  if (body === null) return undefined
  return { id, ...(JSON.parse(body) as RecordBody), ...(use ?? unused) }
}

/** A session as its entry keeps it. */
export function bodyOfSession({ id: _, ...body }: Session): string {
  return JSON.stringify(body)
}

/** The session of an entry. */
export function sessionOf({ id, body }: Entry): Session {
  return { id, ...(JSON.parse(body ?? '{}') as Omit<Session, 'id'>) }
}

const unused: RecordUse = { accessCount: 0, returnCount: 0, lastAccessed: null }
