import {
  checkName,
  isExpired,
  RecordError,
  type ChangePage,
  type ChangesRequest,
  type ListRequest,
  type MemoryRecord,
  type RecordCounts,
  type RecordDamage,
  type RecordPage,
  type SessionEntry,
  type SessionsRequest,
} from '@recallite/store/records'
import {
  assertLimit,
  cursorAfter,
  readCursor,
  recordOf,
  sessionOf,
  unknownSession,
  type EntryKind,
  type KeptBody,
  type RecordUse,
  type EntryRequest,
} from '@recallite/store/records/driver'
import type { Session } from '../connection/connections.js'
import { createBinder, type SqlValue } from '../connection/values.js'
import { checksumOf } from '../documents/checksum.js'

/** A row of `record_entry`. */
export interface EntryRow extends KeptBody {
  readonly change: number
  readonly kind: EntryKind
  /** Whether the row matches its checksum. */
  readonly isSound: boolean
  readonly use: RecordUse | undefined
  /** Undefined for a session, and for a forgotten or damaged record. */
  readonly record: MemoryRecord | undefined
}

/** Parses the record of a row. */
export function toEntry(row: Omit<EntryRow, 'record'>): EntryRow {
  const isRecord = row.kind === 'record' && row.isSound
  return { ...row, record: isRecord ? recordOf(row, row.use) : undefined }
}

/** The ids of the records that expire by a time. */
export async function listExpired({ s, query }: Session, at: number): Promise<string[]> {
  const sql = `SELECT id FROM ${s}.record_entry WHERE expires_at <= $1`
  return (await query<{ id: string }>(sql, [at])).rows.map(({ id }) => id)
}

/** Selects entries by the rest of a statement on `entry`. */
async function selectEntries({ s, query }: Session, rest: string, values: readonly SqlValue[]) {
  const { rows } = await query<RawRow>(
    `SELECT change, kind, entry.id, body, checksum, coalesce(access_count, 0) AS "accessCount",
       coalesce(return_count, 0) AS "returnCount", last_accessed AS "lastAccessed"
     FROM ${s}.record_entry AS entry LEFT JOIN ${s}.record_use AS used ON kind = 'record' AND used.id = entry.id ${rest}`,
    values,
  )
  return rows.map(({ change, kind, id, body, checksum, ...use }) => {
    const isSound = checksum === checksumOf([change, kind, id, body])
    return toEntry({ change, kind, id, body, use, isSound })
  })
}

interface RawRow extends RecordUse, KeptBody {
  readonly change: number
  readonly kind: EntryKind
  readonly checksum: number
}

/** The requested entries that exist, including damaged ones. */
export function findEntries(session: Session, request: EntryRequest): Promise<EntryRow[]> {
  const { records = [], sessions = [], hashes = [] } = request
  const rest = `WHERE kind = 'record' AND entry.id = ANY($1::text[]) OR kind = 'session' AND entry.id = ANY($2::text[])
       OR kind = 'record' AND hash = ANY($3::text[]) AND status = 'active' ORDER BY entry.id`
  return selectEntries(session, rest, [records.filter(isId), sessions.filter(isId), hashes])
}

const isId = (id: string | null) => id !== null

export function damagedEntry(kind: EntryKind, id: string): RecordError {
  const message = `The ${kind} ${id} is damaged. Restore it from a backup of the database, or forget it; all others are intact.`
  return new RecordError('RECORDS_CORRUPT', message)
}

/** See `RecordStore.get`. */
export async function getRecord(session: Session, given: string): Promise<MemoryRecord | undefined> {
  const id = checkName(given, 'id')
  const [entry] = await findEntries(session, { records: [id] })
  if (entry?.isSound === false) throw damagedEntry('record', id)
  return entry?.record
}

/** See `RecordStore.getAll`. */
export async function getRecords(session: Session, ids: readonly string[]): Promise<MemoryRecord[]> {
  const records = [...new Set(ids)].map((id) => checkName(id, 'id'))
  const rows = await findEntries(session, { records })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return records.flatMap((id) => byId.get(id)?.record ?? [])
}

/** See `RecordStore.findByHash`. */
export async function findByHash(
  session: Session,
  collection: string,
  { hash, at }: { readonly hash: string; readonly at: number },
): Promise<MemoryRecord | undefined> {
  const rows = await findEntries(session, { hashes: [hash] })
  const name = checkName(collection, 'collection')
  return rows.find(({ record }) => record?.collection === name && !isExpired(record, at))?.record
}

/** See `RecordStore.list`. */
export async function listRecords(session: Session, request: ListRequest): Promise<RecordPage> {
  const limit = assertLimit(request.limit ?? 100)
  const { conditions, order, values } = conditionsOf(request)
  const rest = `WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${limit}`
  const rows = await selectEntries(session, rest, values)
  const keys = rows.map((row) => ({ id: row.id, at: timeOf(row) }))
  return {
    records: rows.flatMap(({ record }) => record ?? []),
    damaged: damagedIds(rows),
    next: cursorAfter(keys, limit),
  }
}

const damagedIds = (rows: readonly EntryRow[]): string[] =>
  rows.filter(({ isSound }) => !isSound).map(({ id }) => id)

const timeOf = ({ record }: EntryRow): number => Math.floor(record?.occurredAt ?? record?.createdAt ?? 0)

function conditionsOf({ collection, session, status, isLatestFirst = false, after }: ListRequest) {
  const { bind, values } = createBinder()
  const conditions = ["kind = 'record'", 'body IS NOT NULL']
  if (collection !== undefined) conditions.push(`collection = ${bind(checkName(collection, 'collection'))}`)
  if (session !== undefined) conditions.push(`session = ${bind(checkName(session, 'session'))}`)
  if (status !== undefined) conditions.push(`status = ${bind(status)}`)
  if (after !== undefined) {
    const { at, id } = readCursor(after)
    conditions.push(`(at, entry.id) ${isLatestFirst ? '<' : '>'} (${bind(at)}::bigint, ${bind(id)})`)
  }
  const order = isLatestFirst ? 'at DESC, entry.id DESC' : 'at, entry.id'
  return { conditions, order, values }
}

/** See `RecordStore.listSessions`; omits damaged sessions. */
export async function listSessions(
  session: Session,
  { collection, isOpen, limit = 100, after, at }: SessionsRequest & { readonly at: number },
): Promise<SessionEntry[]> {
  const { s } = session
  assertLimit(limit)
  const { bind, values } = createBinder()
  const conditions = ["kind = 'session'"]
  if (collection !== undefined) conditions.push(`collection = ${bind(checkName(collection, 'collection'))}`)
  if (isOpen !== undefined) conditions.push(`ended_at IS ${isOpen ? '' : 'NOT'} NULL`)
  if (after !== undefined) {
    if ((await findEntries(session, { sessions: [after] })).length === 0) throw unknownSession(after)
    const position = `SELECT at, id FROM ${s}.record_entry WHERE kind = 'session' AND id = ${bind(after)}`
    conditions.push(`(at, entry.id) < (${position})`)
  }
  const rest = `WHERE ${conditions.join(' AND ')} ORDER BY at DESC, entry.id DESC LIMIT ${limit}`
  const rows = await selectEntries(session, rest, values)
  const { rows: counts } = await session.query<{ id: string; records: number }>(
    `SELECT session AS id, count(*) AS records FROM ${s}.record_entry
     WHERE kind = 'record' AND session = ANY($1::text[]) AND coalesce(expires_at > $2, true) GROUP BY session`,
    [rows.map(({ id }) => id), at],
  )
  const records = new Map(counts.map(({ id, records: count }) => [id, count]))
  return rows
    .filter(({ isSound }) => isSound)
    .map((entry) => ({ ...sessionOf(entry), records: records.get(entry.id) ?? 0 }))
}

/** See `RecordStore.changes`. */
export async function readChanges(
  session: Session,
  { after, limit = 1000 }: ChangesRequest,
): Promise<ChangePage> {
  const rest = `WHERE change > $1 ORDER BY change LIMIT ${assertLimit(limit)}`
  const { source } = await readClock(session)
  const rows = await selectEntries(session, rest, [after])
  const changes = rows
    .filter(({ kind, isSound }) => kind === 'record' && isSound)
    .map(({ change, id, record = null }) => ({ number: change, id, record }))
  const last = rows.at(-1)?.change ?? after
  return { source, changes, last, hasMore: rows.length === limit, damaged: damagedIds(rows) }
}

async function readClock({ s, query }: Session): Promise<{ source: string; last: number }> {
  const { rows } = await query<{ source: string; last: number }>(`SELECT source, last FROM ${s}.record_clock`)
  return rows[0] ?? { source: '', last: 0 }
}

/** See `RecordStore.counts`. */
export async function countRecords(session: Session, at: number): Promise<RecordCounts> {
  const { s } = session
  const { rows } = await session.query<RecordCounts['collections'][number]>(
    `SELECT collection, count(*) FILTER (WHERE status = 'active') AS active,
       count(*) FILTER (WHERE status = 'superseded') AS superseded
     FROM ${s}.record_entry WHERE kind = 'record' AND collection IS NOT NULL AND coalesce(expires_at > $1, true)
     GROUP BY collection ORDER BY collection`,
    [at],
  )
  const { rows: all } = await session.query<Pick<RecordCounts, 'sessions' | 'forgotten' | 'expired'>>(
    `SELECT count(*) FILTER (WHERE kind = 'session') AS sessions,
       count(*) FILTER (WHERE kind = 'record' AND body IS NULL) AS forgotten,
       count(*) FILTER (WHERE expires_at <= $1) AS expired FROM ${s}.record_entry`,
    [at],
  )
  const { sessions = 0, forgotten = 0, expired = 0 } = all[0] ?? {}
  return { collections: rows, sessions, forgotten, expired, ...(await readClock(session)) }
}

/** See `RecordStore.verify`. */
export async function verifyRecords(session: Session): Promise<RecordDamage[]> {
  const damages: RecordDamage[] = []
  const rest = `WHERE change > $1 ORDER BY change LIMIT ${verifiedAtOnce}`
  for (let after = -1; ;) {
    const rows = await selectEntries(session, rest, [after])
    for (const { kind, id, isSound } of rows)
      if (!isSound) damages.push({ id, reason: `a ${kind} is damaged`, isRestorable: false })
    if (rows.length < verifiedAtOnce) return damages
    after = rows.at(-1)?.change ?? after
  }
}

const verifiedAtOnce = 1_000
