import {
  checkName,
  checkSession,
  type MemoryRecord,
  type Session,
  type SessionEntry,
  type SessionInput,
  type SessionsRequest,
} from '@recallite/records'
import {
  assertLimit,
  bodyOfSession,
  newSession,
  sessionOf,
  startedSession,
  unknownSession,
} from '@recallite/records/driver'
import type { SqlDatabase, SqlValue } from '../connection/sql-database.js'
import { entryColumns, type Entries } from './entries.js'
import { damagedSession } from './record-errors.js'

/** Reads and writes sessions; each function is called inside a transaction. */
export function createSessions(database: SqlDatabase, entries: Entries, now: () => number) {
  function read(id: string): Session | undefined {
    const entry = entries.read('session', id)
    if (entry === 'damaged') throw damagedSession(id)
    return entry && sessionOf(entry)
  }

  function write(session: Session): Session {
    entries.write('session', session.id, bodyOfSession(session))
    return session
  }

  return {
    start(input: SessionInput): Session {
      const given = checkSession(input)
      const known = given.id === null ? undefined : read(given.id)
      return write(startedSession(given, known, now()))
    },
    /** Starts the session of a record, unless it is known. */
    startUnknown(
      id: string,
      { collection, createdAt }: Pick<MemoryRecord, 'collection' | 'createdAt'>,
    ): void {
      const entry = entries.read('session', id)
      if (entry) return
      write({ id, ...newSession(createdAt), collection })
    },
    end(given: string, summary: string | undefined): Session {
      const { id, summary: said } = checkSession({ id: given, summary })
      const session = id === null ? undefined : read(id)
      if (!session) throw unknownSession(given)
      return write({ ...session, endedAt: session.endedAt ?? now(), summary: said ?? session.summary })
    },
    list: (request: SessionsRequest) => listSessions(database, entries, request),
  }
}

function listSessions(
  database: SqlDatabase,
  entries: Entries,
  { collection, isOpen, limit = 100, after }: SessionsRequest,
): SessionEntry[] {
  const conditions = ["kind = 'session'"]
  const values: SqlValue[] = []
  if (collection !== undefined) {
    conditions.push('collection = ?')
    values.push(checkName(collection, 'collection'))
  }
  if (isOpen !== undefined) conditions.push(`body ->> '$.endedAt' IS ${isOpen ? '' : 'NOT'} NULL`)
  if (after !== undefined) {
    const place = database.prepare<{ at: number }>("SELECT at FROM entry WHERE kind = 'session' AND id = ?")
    const last = place.get(after)
    if (!last) throw unknownSession(after)
    conditions.push('(at, id) < (?, ?)')
    values.push(last.at, after)
  }
  const sql = `SELECT ${entryColumns} FROM entry INDEXED BY session_by_time WHERE ${conditions.join(' AND ')} ORDER BY at DESC, id DESC LIMIT ?`
  const count = database.prepare<{ records: number }>(
    "SELECT count(*) AS records FROM entry INDEXED BY record_by_session WHERE kind = 'record' AND session = ?",
  )
  return entries
    .select(sql, ...values, assertLimit(limit))
    .entries.map((entry) => ({ ...sessionOf(entry), records: count.get(entry.id)?.records ?? 0 }))
}

/** What reads and writes the sessions of a database. */
export type Sessions = ReturnType<typeof createSessions>
