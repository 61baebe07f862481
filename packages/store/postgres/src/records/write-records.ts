import {
  checkName,
  checkRecord,
  checkSession,
  newRecordId,
  type CheckedRecord,
  type MemoryRecord,
  type PutOptions,
  type PutOutcome,
  type RecordInput,
  type Session as AgentSession,
  type SessionInput,
  type Touch,
} from '@recallite/records'
import {
  assertActive,
  bodyOfRecord,
  bodyOfSession,
  newSession,
  recordOf,
  sessionOf,
  startedSession,
  unfitId,
  unknownSession,
  type KeptBody,
} from '@recallite/records/driver'
import type { Session } from '../connection/connections.js'
import { encodeText, type SqlValue } from '../connection/values.js'
import { checksumOf } from '../documents/checksum.js'
import { findByHash, findEntry, getRecord, readEntry, type EntryKind } from './read-records.js'

/** Puts a record, inside a transaction that holds the clock, as every write of entries is; see `RecordStore.put`. */
export async function putRecord(
  session: Session,
  record: CheckedRecord,
  { allowDuplicate = false, except, now }: PutRequest,
): Promise<PutOutcome> {
  const present = record.id === null ? undefined : await findById(session, record.id)
  if (present) return present
  // What is superseded is no duplicate of anything: it may be history that is imported.
  const isCompared = !allowDuplicate && record.status === 'active'
  const { collection, hash } = record
  const duplicate = isCompared ? await findByHash(session, { collection, hash, except }) : undefined
  if (duplicate) return { outcome: 'duplicate', id: duplicate.id, record: duplicate }
  const added = await add(session, record, now)
  return { outcome: 'added', id: added.id, record: added }
}

interface PutRequest extends PutOptions {
  /** The id of a record that is no duplicate. */
  readonly except?: string | undefined
  readonly now: number
}

async function findById(session: Session, id: string): Promise<PutOutcome | undefined> {
  const entry = await readEntry(session, 'record', id)
  if (!entry) return undefined
  const record = recordOf(entry, entry.use)
  return { outcome: record ? 'known' : 'forgotten', id, record }
}

async function add(session: Session, record: CheckedRecord, now: number): Promise<MemoryRecord> {
  const { id: given, ...fields } = record
  const added = { id: given ?? newRecordId(), ...fields }
  if (added.session !== null && !(await findEntry(session, 'session', added.session))) {
    const { session: id, collection, createdAt } = added
    await writeSession(session, { id, ...newSession(createdAt), collection }, now)
  }
  await writeRecord(session, added, now)
  const { accessCount, returnCount, lastAccessed } = added
  if (accessCount > 0 || returnCount > 0 || lastAccessed !== null) {
    await session.query(
      `INSERT INTO ${session.s}.record_use (id, access_count, return_count, last_accessed) VALUES ($1, $2, $3, $4)`,
      [encodeText(added.id), accessCount, returnCount, lastAccessed],
    )
  }
  return added
}

async function writeRecord(session: Session, record: MemoryRecord, now: number): Promise<void> {
  const { id, collection, status, hash, occurredAt, createdAt } = record
  const columns = { collection, session: record.session, status, hash, at: occurredAt ?? createdAt }
  await writeEntry(session, { kind: 'record', id, body: bodyOfRecord(record) }, { columns, now })
}

/** See `RecordStore.supersede`. */
export async function supersedeRecord(
  session: Session,
  id: string,
  { input, ...options }: PutRequest & { readonly input: RecordInput },
): Promise<PutOutcome> {
  const { now } = options
  const old = assertActive(await getRecord(session, id), id)
  const record = checkRecord({ ...input, collection: input.collection ?? old.collection }, now)
  const outcome = await putRecord(session, record, { ...options, except: old.id })
  if (!outcome.record || outcome.id === old.id) throw unfitId(old.id, outcome.id)
  await writeRecord(session, { ...old, status: 'superseded', supersededBy: outcome.id }, now)
  return outcome
}

/** See `RecordStore.forget`; a damaged record can be forgotten as well. */
export async function forgetRecord(session: Session, given: string, now: number): Promise<boolean> {
  const id = checkName(given, 'id')
  const entry = await findEntry(session, 'record', id)
  if (!entry || (entry.isSound && entry.body === null)) return false
  await writeEntry(session, { kind: 'record', id, body: null }, { now })
  await session.query(`DELETE FROM ${session.s}.record_use WHERE id = $1`, [encodeText(id)])
  return true
}

/** See `RecordStore.touch`. Rows are written in the order of their ids, so that two writers do not wait for each other. */
export async function touchRecords({ s, query }: Session, touches: readonly Touch[]): Promise<void> {
  const inOrder = touches.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, returned = 0, accessed = 0, at } of inOrder) {
    await query(
      `INSERT INTO ${s}.record_use AS used (id, access_count, return_count, last_accessed)
       SELECT id, $2, $3, $4::bigint FROM ${s}.record_entry WHERE kind = 'record' AND id = $1 AND body IS NOT NULL
       ON CONFLICT (id) DO UPDATE SET access_count = used.access_count + excluded.access_count,
         return_count = used.return_count + excluded.return_count,
         last_accessed = greatest(used.last_accessed, excluded.last_accessed)`,
      [encodeText(id), accessed, returned, Math.floor(at)],
    )
  }
}

/** Writes a session of an agent. */
async function writeSession(session: Session, one: AgentSession, now: number): Promise<AgentSession> {
  const columns = { collection: one.collection, at: one.startedAt, endedAt: one.endedAt }
  await writeEntry(session, { kind: 'session', id: one.id, body: bodyOfSession(one) }, { columns, now })
  return one
}

/** See `RecordStore.startSession`. */
export async function startSession(
  session: Session,
  input: SessionInput,
  now: number,
): Promise<AgentSession> {
  const given = checkSession(input)
  const known = given.id === null ? undefined : await readSession(session, given.id)
  return writeSession(session, startedSession(given, known, now), now)
}

/** See `RecordStore.endSession`. */
export async function endSession(
  session: Session,
  given: string,
  { summary, now }: { readonly summary: string | undefined; readonly now: number },
): Promise<AgentSession> {
  const { id, summary: said } = checkSession({ id: given, summary })
  const one = id === null ? undefined : await readSession(session, id)
  if (!one) throw unknownSession(given)
  return writeSession(session, { ...one, endedAt: one.endedAt ?? now, summary: said ?? one.summary }, now)
}

async function readSession(session: Session, id: string): Promise<AgentSession | undefined> {
  const entry = await readEntry(session, 'session', id)
  return entry && sessionOf(entry)
}

/** What an entry is found by, besides its id. */
interface EntryColumns {
  readonly collection: string
  readonly session?: string | null
  readonly status?: string
  readonly hash?: string
  readonly at: number
  readonly endedAt?: number | null
}

/** Writes an entry, in the place of the one of this id, with the number of a new change. */
async function writeEntry(
  { s, query }: Session,
  { kind, id, body }: KeptBody & { readonly kind: EntryKind },
  { columns, now }: { readonly columns?: EntryColumns; readonly now: number },
): Promise<void> {
  const { rows } = await query<{ change: number }>(
    `UPDATE ${s}.record_clock SET last = greatest(last + 1, $1::bigint) RETURNING last AS change`,
    [Math.floor(now)],
  )
  const change = rows[0]?.change ?? 0
  await query(
    `INSERT INTO ${s}.record_entry (kind, id, change, body, checksum, collection, session, status, hash, at, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (kind, id) DO UPDATE SET change = excluded.change, body = excluded.body, checksum = excluded.checksum,
       collection = excluded.collection, session = excluded.session, status = excluded.status, hash = excluded.hash,
       at = excluded.at, ended_at = excluded.ended_at`,
    [kind, encodeText(id), change, body, checksumOf([change, kind, id, body]), ...valuesOf(columns)],
  )
}

function valuesOf(columns: EntryColumns | undefined): SqlValue[] {
  if (!columns) return Array.from({ length: 6 }, () => null)
  const { collection, session = null, status = null, hash = null, at, endedAt = null } = columns
  const ofSession = session === null ? null : encodeText(session)
  return [encodeText(collection), ofSession, status, hash, Math.floor(at), endedAt]
}
