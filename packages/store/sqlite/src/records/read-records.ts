import {
  checkName,
  type ChangePage,
  type ChangesRequest,
  type CollectionEntry,
  type ListRequest,
  type MemoryRecord,
  type RecordCounts,
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
  type ListKey,
} from '@recallite/store/records/driver'
import type { SqlDatabase, SqlValue } from '../connection/sql-database.js'
import { entryColumns, type Entries, type Entry } from './entries.js'
import type { Uses } from './record-use.js'

/** Reads records; each function requires a transaction. */
export function createRecordReader(database: SqlDatabase, entries: Entries, uses: Uses) {
  const source = database.prepare<{ name: string }>('SELECT name FROM source')
  // If another program removed or changed rows of `entry`, no list has them, and only their second copies are left.
  const withoutRow = database.prepare<{ id: string }>(
    `SELECT id FROM entry_copy WHERE kind = 'record' AND body IS NOT NULL
      AND id NOT IN (SELECT id FROM entry WHERE kind = 'record' AND at IS NOT NULL)`,
  )
  const readRecord = (entry: Entry) => recordOf(entry, uses.read(entry.id))
  const recordsOf = (found: readonly Entry[]) => withUses(found, uses)
  const expired = database.prepare<{ id: string }>('SELECT id FROM entry WHERE expires_at <= ?')
  const sourceName = () => source.get()?.name ?? ''

  return {
    sourceName,
    getAll(ids: readonly string[]): MemoryRecord[] {
      const names = [...new Set(ids)].map((id) => checkName(id, 'id'))
      return recordsOf(entries.readAll('record', names))
    },
    findByHash(collection: string, hash: string, except: string | null): MemoryRecord | undefined {
      const sql = `SELECT ${entryColumns} FROM entry INDEXED BY record_by_hash WHERE kind = 'record' AND hash = ?
        AND collection = ? AND status = 'active' AND id IS NOT ? AND ${unexpired} ORDER BY id LIMIT 1`
      const values = [hash, checkName(collection, 'collection'), except, entries.now()]
      return recordsOf(entries.select(sql, ...values).entries)[0]
    },
    listExpired: (at: number): string[] => expired.all(at).map(({ id }) => id),
    list(request: ListRequest): RecordPage {
      const limit = assertLimit(request.limit ?? 100)
      const { from, conditions, order, values } = conditionsOf(request)
      const sql = `SELECT id, at FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ?`
      const keys = database.prepare<ListKey>(sql).all(...values, limit)
      const ids = keys.map(({ id }) => id)
      const found = entries.readAll('record', ids)
      const sound = new Set(found.map(({ id }) => id))
      const damaged = ids.filter((id) => !sound.has(id))
      const { limit: _, ...filters } = request
      if (Object.values(filters).every((value) => value === undefined))
        damaged.push(...withoutRow.all().map(({ id }) => id))
      return { records: recordsOf(found), damaged, next: cursorAfter(keys, limit) }
    },
    changes({ after, limit = 1000 }: ChangesRequest): ChangePage {
      const max = assertLimit(limit)
      const sql = `SELECT ${entryColumns} FROM entry WHERE change > ? ORDER BY change LIMIT ?`
      const { entries: read, damaged, last = after } = entries.select(sql, after, max)
      const changes = read
        .filter(({ kind }) => kind === 'record')
        .map((entry) => ({ number: entry.change, id: entry.id, record: readRecord(entry) ?? null }))
      const hasMore = read.length + damaged.length === max
      return { source: sourceName(), changes, last, hasMore, damaged }
    },
    listSessions: (request: SessionsRequest) => listSessions(database, entries, request),
  }
}

function withUses(found: readonly Entry[], uses: Uses): MemoryRecord[] {
  const used = uses.readAll(found.map(({ id }) => id))
  return found.map((entry) => recordOf(entry, used.get(entry.id))).filter((record) => record !== undefined)
}

/** The SQL of a list. It names the index: without statistics, SQLite would read all records by their ids. */
function conditionsOf({ collection, session, status, isLatestFirst = false, after }: ListRequest) {
  const conditions = ["kind = 'record'", 'at IS NOT NULL']
  const values: SqlValue[] = []
  const add = (condition: string, ...bound: SqlValue[]) => (conditions.push(condition), values.push(...bound))
  const addAfter = ({ at, id }: ListKey) => add(`(at, id) ${isLatestFirst ? '<' : '>'} (?, ?)`, at, id)
  if (collection !== undefined) add('collection = ?', checkName(collection, 'collection'))
  if (session !== undefined) add('session = ?', checkName(session, 'session'))
  if (status !== undefined) add('status = ?', status)
  if (after !== undefined) addAfter(readCursor(after))
  const ofCollection = collection === undefined ? 'record_by_time' : 'record_by_collection'
  const index = session === undefined ? ofCollection : 'record_by_session'
  const order = isLatestFirst ? 'at DESC, id DESC' : 'at, id'
  return { from: `entry INDEXED BY ${index}`, conditions, order, values }
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
    const start = database.prepare<{ at: number }>("SELECT at FROM entry WHERE kind = 'session' AND id = ?")
    const last = start.get(after)
    if (!last) throw unknownSession(after)
    conditions.push('(at, id) < (?, ?)')
    values.push(last.at, after)
  }
  const sql = `SELECT ${entryColumns} FROM entry INDEXED BY session_by_time WHERE ${conditions.join(' AND ')} ORDER BY at DESC, id DESC LIMIT ?`
  const count = database.prepare<{ records: number }>(
    `SELECT count(*) AS records FROM entry INDEXED BY record_by_session WHERE kind = 'record' AND session = ? AND ${unexpired}`,
  )
  return entries.select(sql, ...values, assertLimit(limit)).entries.map((entry) => ({
    ...sessionOf(entry),
    records: count.get(entry.id, entries.now())?.records ?? 0,
  }))
}

const unexpired = 'coalesce(expires_at > ?, true)'

/** Counts a database's records by collection at a time, and its sessions; requires a transaction. */
export function countRecords(database: SqlDatabase, now: number): Omit<RecordCounts, 'source' | 'last'> {
  const collections = database
    .prepare<CollectionEntry>(
      `SELECT collection, sum(status = 'active') AS active, sum(status = 'superseded') AS superseded
       FROM entry INDEXED BY record_by_collection
       WHERE kind = 'record' AND collection IS NOT NULL AND ${unexpired} GROUP BY collection ORDER BY collection`,
    )
    .all(now)
  const count = (sql: string, ...at: number[]) =>
    database.prepare<{ rows: number }>(sql).get(...at)?.rows ?? 0
  const sessions = count("SELECT count(*) AS rows FROM entry WHERE kind = 'session'")
  const forgotten = count(
    "SELECT count(*) AS rows FROM entry INDEXED BY record_by_time WHERE kind = 'record' AND at IS NULL",
  )
  const expired = count('SELECT count(*) AS rows FROM entry WHERE expires_at <= ?', now)
  return { collections, sessions, forgotten, expired }
}

export type RecordReader = ReturnType<typeof createRecordReader>
