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
  const expired = database.prepare<{ id: string }>('SELECT id FROM entry WHERE expires_at <= ?')
  const sourceName = () => source.get()?.name ?? ''

  return {
    getAll(ids: readonly string[]): MemoryRecord[] {
      const names = [...new Set(ids)].map((id) => checkName(id, 'id'))
      return withUses(uses, entries.readAll('record', names))
    },
    findByHash(collection: string, hash: string, except: string | null): MemoryRecord | undefined {
      const sql = `SELECT ${entryColumns} FROM entry INDEXED BY record_by_hash WHERE kind = 'record' AND hash = ?
        AND collection = ? AND status = 'active' AND id IS NOT ? AND ${unexpired} ORDER BY id LIMIT 1`
      const values = [hash, checkName(collection, 'collection'), except, entries.now()]
      return withUses(uses, entries.select(sql, ...values).entries)[0]
    },
    listExpired: (at: number): string[] => expired.all(at).map(({ id }) => id),
    list(request: ListRequest): RecordPage {
      const limit = assertLimit(request.limit ?? 100)
      const { sql, values } = listSql(request)
      const keys = database.prepare<ListKey>(sql).all(...values, limit)
      const ids = keys.map(({ id }) => id)
      const found = entries.readAll('record', ids)
      const sound = new Set(found.map(({ id }) => id))
      const damaged = ids.filter((id) => !sound.has(id))
      const { limit: _, ...filters } = request
      const isWhole = Object.values(filters).every((value) => value === undefined)
      if (isWhole) damaged.push(...withoutRow.all().map(({ id }) => id))
      return { records: withUses(uses, found), damaged, next: cursorAfter(keys, limit) }
    },
    changes({ after, limit = 1000 }: ChangesRequest): ChangePage {
      const sql = `SELECT ${entryColumns} FROM entry WHERE change > ? ORDER BY change LIMIT ?`
      const { entries: read, damaged, last = after } = entries.select(sql, after, assertLimit(limit))
      const changes = read
        .filter(({ kind }) => kind === 'record')
        .map((entry) => ({
          number: entry.change,
          id: entry.id,
          record: recordOf(entry, uses.read(entry.id)) ?? null,
        }))
      const hasMore = read.length + damaged.length === limit
      return { source: sourceName(), changes, last, hasMore, damaged }
    },
    listSessions: (request: SessionsRequest) => listSessions(database, entries, request),
    counts: (): RecordCounts => ({ ...countEntries(database, entries), source: sourceName() }),
  }
}

function withUses(uses: Uses, found: readonly Entry[]): MemoryRecord[] {
  const used = uses.readAll(found.map(({ id }) => id))
  return found.map((entry) => recordOf(entry, used.get(entry.id))).filter((record) => record !== undefined)
}

/** The SQL of a list. It names the index: without statistics, SQLite would read all records by their ids. */
function listSql({ collection, session, status, isLatestFirst = false, after }: ListRequest) {
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
  const where = conditions.join(' AND ')
  return {
    sql: `SELECT id, at FROM entry INDEXED BY ${index} WHERE ${where} ORDER BY ${order} LIMIT ?`,
    values,
  }
}

function listSessions(
  database: SqlDatabase,
  entries: Entries,
  { collection, isOpen, limit = 100, after }: SessionsRequest,
): SessionEntry[] {
  const conditions = ["kind = 'session'"]
  const values: SqlValue[] = []
  const add = (condition: string, ...bound: SqlValue[]) => (conditions.push(condition), values.push(...bound))
  if (collection !== undefined) add('collection = ?', checkName(collection, 'collection'))
  if (isOpen !== undefined) add(`body ->> '$.endedAt' IS ${isOpen ? '' : 'NOT'} NULL`)
  if (after !== undefined) {
    const start = database.prepare<{ at: number }>("SELECT at FROM entry WHERE kind = 'session' AND id = ?")
    const last = start.get(after)
    if (!last) throw unknownSession(after)
    add('(at, id) < (?, ?)', last.at, after)
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

function countEntries(database: SqlDatabase, { now, lastChange }: Entries): Omit<RecordCounts, 'source'> {
  const collections = database
    .prepare<CollectionEntry>(
      `SELECT collection, sum(status = 'active') AS active, sum(status = 'superseded') AS superseded
       FROM entry INDEXED BY record_by_collection
       WHERE kind = 'record' AND collection IS NOT NULL AND ${unexpired} GROUP BY collection ORDER BY collection`,
    )
    .all(now())
  const count = (rest: string, ...at: number[]) =>
    database.prepare<{ rows: number }>(`SELECT count(*) AS rows FROM entry ${rest}`).get(...at)?.rows ?? 0
  const sessions = count("WHERE kind = 'session'")
  const forgotten = count("INDEXED BY record_by_time WHERE kind = 'record' AND at IS NULL")
  const expired = count('WHERE expires_at <= ?', now())
  return { collections, sessions, forgotten, expired, last: lastChange() }
}

export type RecordReader = ReturnType<typeof createRecordReader>
