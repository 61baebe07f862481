import {
  checkName,
  RecordError,
  type ChangePage,
  type ChangesRequest,
  type ListRequest,
  type MemoryRecord,
  type RecordPage,
} from '@recallite/records'
import type { SqlDatabase, SqlValue } from '../sql-database.js'
import { damagedRecord } from './damaged.js'
import { entryColumns, type Entries, type Entry } from './entries.js'
import { recordOf } from './record-body.js'
import type { Uses } from './record-use.js'

/** The most rows that are read at once. */
const mostRows = 10_000

/** Reads records; each function is called inside a transaction. */
export function createRecordReader(database: SqlDatabase, entries: Entries, uses: Uses) {
  const source = database.prepare<{ name: string }>('SELECT name FROM source')
  const readRecord = (entry: Entry) => recordOf(entry, uses.read(entry.id))
  const recordsOf = (found: readonly Entry[]) =>
    found.map(readRecord).filter((record) => record !== undefined)
  const sourceName = () => source.get()?.name ?? ''

  return {
    recordOf: readRecord,
    sourceName,
    get(given: string): MemoryRecord | undefined {
      const id = checkName(given, 'id')
      const entry = entries.read('record', id)
      if (entry === 'damaged') throw damagedRecord(id)
      return entry && readRecord(entry)
    },
    getAll(ids: readonly string[]): MemoryRecord[] {
      const found = [...new Set(ids)].map((id) => entries.read('record', checkName(id, 'id')))
      return recordsOf(found.filter((entry) => typeof entry === 'object'))
    },
    findByHash(collection: string, hash: string, except: string | null): MemoryRecord | undefined {
      const sql = `SELECT ${entryColumns} FROM entry INDEXED BY record_by_hash
        WHERE kind = 'record' AND hash = ? AND collection = ? AND status = 'active' AND id IS NOT ?
        ORDER BY id LIMIT 1`
      return recordsOf(entries.select(sql, hash, checkName(collection, 'collection'), except).entries)[0]
    },
    list(request: ListRequest): RecordPage {
      const limit = assertLimit(request.limit ?? 100)
      const { from, conditions, values } = conditionsOf(request)
      const sql = `SELECT id, at FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY at, id LIMIT ?`
      const keys = database.prepare<ListKey>(sql).all(...values, limit)
      const found = keys.map(({ id }) => entries.read('record', id))
      const damaged = keys.filter((_, position) => typeof found[position] !== 'object').map(({ id }) => id)
      const last = keys.length === limit ? keys.at(-1) : undefined
      const records = recordsOf(found.filter((entry) => typeof entry === 'object'))
      return { records, damaged, next: last ? `${last.at} ${last.id}` : null }
    },
    changes({ after, limit = 1000 }: ChangesRequest): ChangePage {
      const most = assertLimit(limit)
      const sql = `SELECT ${entryColumns} FROM entry WHERE change > ? ORDER BY change LIMIT ?`
      const { entries: found, damaged, last = after } = entries.select(sql, after, most)
      const changes = found
        .filter(({ kind }) => kind === 'record')
        .map((entry) => ({ number: entry.change, id: entry.id, record: readRecord(entry) ?? null }))
      const hasMore = found.length + damaged.length === most
      return { source: sourceName(), changes, last, hasMore, damaged }
    },
  }
}

interface ListKey {
  readonly id: string
  readonly at: number
}

/** The limit, if it is one. */
export function assertLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostRows) return limit
  const message = `The limit is ${limit}. Give a whole number from 1 to ${mostRows}, and read what comes behind with the next call.`
  throw new RecordError('RECORD_INVALID_OPTION', message)
}

/**
 * What a list reads. Indexes are named: SQLite, which knows no numbers of these records, would go through all of them by
 * their ids.
 */
function conditionsOf({ collection, session, status, after }: ListRequest) {
  const conditions = ["kind = 'record'", 'at IS NOT NULL']
  const values: SqlValue[] = []
  const add = (condition: string, ...given: SqlValue[]) => (conditions.push(condition), values.push(...given))
  if (collection !== undefined) add('collection = ?', checkName(collection, 'collection'))
  if (session !== undefined) add('session = ?', checkName(session, 'session'))
  if (status !== undefined) add('status = ?', status)
  if (after !== undefined) add('(at, id) > (?, ?)', ...readCursor(after))
  const ofCollection = collection === undefined ? 'record_by_time' : 'record_by_collection'
  const index = session === undefined ? ofCollection : 'record_by_session'
  return { from: `entry INDEXED BY ${index}`, conditions, values }
}

function readCursor(cursor: string): [at: number, id: string] {
  const [, at, id] = /^(-?\d+) (.+)$/u.exec(cursor) ?? []
  if (at !== undefined && id !== undefined) return [Number(at), id]
  throw new RecordError(
    'RECORD_INVALID_OPTION',
    `“${cursor}” is no cursor. Give the \`next\` of the page before.`,
  )
}

/** What reads the records of a database. */
export type RecordReader = ReturnType<typeof createRecordReader>
