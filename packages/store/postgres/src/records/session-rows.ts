import {
  checkName,
  checkSession,
  type MemoryRecord,
  type Session as AgentSession,
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
import type { Session } from '../connections.js'
import { decodeText, encodeText } from '../text-code.js'
import { createBinder } from '../values.js'
import { damagedEntry, type RecordRows } from './record-rows.js'

/** What reads and writes the sessions of a schema. */
export type SessionWriter = ReturnType<typeof createSessionRows>

/** Reads and writes sessions; writes are called inside a transaction that holds the clock. `s` is the name of the schema. */
export function createSessionRows(s: string, rows: RecordRows, now: () => number) {
  async function read(session: Session, id: string): Promise<AgentSession | undefined> {
    const entry = await rows.read(session, 'session', id)
    if (entry && !entry.isSound) throw damagedEntry(entry)
    return entry && sessionOf(entry)
  }

  async function write(session: Session, one: AgentSession): Promise<AgentSession> {
    const columns = { collection: one.collection, at: one.startedAt, endedAt: one.endedAt }
    await rows.write(
      session,
      { kind: 'session', id: one.id, body: bodyOfSession(one) },
      { columns, at: now() },
    )
    return one
  }

  return {
    async start(session: Session, input: SessionInput): Promise<AgentSession> {
      const given = checkSession(input)
      const known = given.id === null ? undefined : await read(session, given.id)
      return write(session, startedSession(given, known, now()))
    },
    /** Starts the session of a record, unless it is known. */
    async startUnknown(
      session: Session,
      id: string,
      { collection, createdAt }: Pick<MemoryRecord, 'collection' | 'createdAt'>,
    ): Promise<void> {
      if (await rows.read(session, 'session', id)) return
      await write(session, { id, ...newSession(createdAt), collection })
    },
    async end(session: Session, given: string, summary: string | undefined): Promise<AgentSession> {
      const { id, summary: said } = checkSession({ id: given, summary })
      const one = id === null ? undefined : await read(session, id)
      if (!one) throw unknownSession(given)
      return write(session, { ...one, endedAt: one.endedAt ?? now(), summary: said ?? one.summary })
    },
    list: (session: Session, request: SessionsRequest) => listSessions(session, { s, rows }, request),
  }
}

async function listSessions(
  session: Session,
  { s, rows }: { readonly s: string; readonly rows: RecordRows },
  { collection, isOpen, limit = 100, after }: SessionsRequest,
): Promise<SessionEntry[]> {
  const most = assertLimit(limit)
  const { bind, values } = createBinder()
  const conditions = ["kind = 'session'"]
  if (collection !== undefined)
    conditions.push(`collection = ${bind(encodeText(checkName(collection, 'collection')))}`)
  if (isOpen !== undefined) conditions.push(`ended_at IS ${isOpen ? '' : 'NOT'} NULL`)
  if (after !== undefined) {
    if (!(await rows.read(session, 'session', after))) throw unknownSession(after)
    const place = `SELECT at, id FROM ${s}.record_entry WHERE kind = 'session' AND id = ${bind(encodeText(after))}`
    conditions.push(`(at, entry.id) < (${place})`)
  }
  const found = await rows.select(
    session,
    `WHERE ${conditions.join(' AND ')} ORDER BY at DESC, entry.id DESC LIMIT ${most}`,
    values,
  )
  const { rows: counts } = await session.query<{ id: string; records: number }>(
    `SELECT session AS id, count(*) AS records FROM ${s}.record_entry
     WHERE kind = 'record' AND session = ANY($1::text[]) GROUP BY session`,
    [found.map(({ id }) => encodeText(id))],
  )
  const records = new Map(counts.map((one) => [decodeText(one.id), one.records]))
  return found
    .filter(({ isSound }) => isSound)
    .map((entry) => ({ ...sessionOf(entry), records: records.get(entry.id) ?? 0 }))
}
