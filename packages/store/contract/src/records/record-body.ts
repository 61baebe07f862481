import type { MemoryRecord, Session } from './record.js'

/** The use of a record. */
export type RecordUse = Pick<MemoryRecord, 'accessCount' | 'returnCount' | 'lastAccessed'>

/** The use of a record that was never used. */
export const unused: RecordUse = { accessCount: 0, returnCount: 0, lastAccessed: null }

/** A stored record or session: `body` is a JSON object, or null for a forgotten record. */
export interface KeptBody {
  readonly id: string
  readonly body: string | null
}

/** A record without its id and use, which are separate columns. */
type RecordBody = Omit<MemoryRecord, 'id' | keyof RecordUse>

export function bodyOfRecord(record: MemoryRecord): string {
  const { id: _, accessCount: _access, returnCount: _return, lastAccessed: _last, ...body } = record
  return JSON.stringify(body satisfies RecordBody)
}

/** Parses a record; undefined if it was forgotten. */
export function recordOf({ id, body }: KeptBody, use: RecordUse | undefined): MemoryRecord | undefined {
  if (body === null) return undefined
  return { id, ...(JSON.parse(body) as RecordBody), ...(use ?? unused) }
}

/** Parses a session. */
export function sessionOf({ id, body }: KeptBody): Session {
  return { id, ...(JSON.parse(body ?? '{}') as Omit<Session, 'id'>) }
}
