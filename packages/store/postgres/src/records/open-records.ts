import { RecordError, type RecordStore } from '@recallite/store/records'
import {
  recordCodeOf,
  recordWrites,
  type RecordRows,
  type EntryRequest,
} from '@recallite/store/records/driver'
import { StoreError } from '@recallite/store'
import { inSnapshot, type Connections, type Session } from '../connection/connections.js'
import { openSchema, type PostgresStoreOptions } from '../open-store.js'
import * as entries from './read-records.js'
import { changeEntries, touchRecords } from './write-records.js'

/** Options of `openPostgresRecords`. */
export type PostgresRecordsOptions = Omit<PostgresStoreOptions, 'indexFrom' | 'within'>

/**
 * Opens the records in a schema of a PostgreSQL database, which may also contain a store. Creates or migrates the schema.
 * @throws RecordError
 */
export async function openPostgresRecords(options: PostgresRecordsOptions): Promise<RecordStore> {
  const { now = Date.now } = options
  const connections = await explained(() => openSchema(options))
  const { read, write, change } = createCalls(connections, options)

  return {
    ...recordWrites({
      now,
      change,
      listExpired: (at) => read((session) => entries.listExpired(session, at)),
      cleanUp: () => explained(() => vacuumEntries(connections)),
    }),
    get: (id) => read((session) => entries.getRecord(session, id)),
    getAll: (ids) => read((session) => entries.getRecords(session, ids)),
    list: (request = {}) => read((session) => entries.listRecords(session, request)),
    findByHash: (collection, hash) =>
      read((session) => entries.findByHash(session, collection, { hash, at: now() })),
    changes: (request) => read((session) => entries.readChanges(session, request)),
    touch: (touches) => write((session) => touchRecords(session, touches)),
    listSessions: (request = {}) =>
      read((session) => entries.listSessions(session, { ...request, at: now() })),
    counts: () => read((session) => entries.countRecords(session, now())),
    verify: () => read(entries.verifyRecords),
    async backup() {
      const message = `Recallite cannot back up records in PostgreSQL. Use pg_dump --schema=${connections.s} --format=custom --file=recallite.dump ${connections.address.displayUrl}`
      throw new RecordError('RECORDS_UNAVAILABLE', message)
    },
    close: () => connections.close(),
  }
}

/** Removes forgotten rows from the files; a later run does so if the table is locked. */
function vacuumEntries({ s, withoutTransaction }: Connections): Promise<unknown> {
  return withoutTransaction(({ query }) => query(`VACUUM (SKIP_LOCKED) ${s}.record_entry`))
}

/** Creates the calls that run work on a connection. */
function createCalls({ s, read, write }: Connections, { now = Date.now }: PostgresRecordsOptions) {
  /** Writes run in order, as the server wakes transactions that wait for the clock in any order. */
  let latest: Promise<unknown> = Promise.resolve()

  /** Runs a transaction that holds the clock; `work` gets the number of the last change. */
  function writeInTurn<Result>(work: (session: Session, last: number) => Promise<Result>): Promise<Result> {
    const writeWithClock = async (session: Session) => {
      const sql = `SELECT last FROM ${s}.record_clock FOR UPDATE`
      const { rows } = await session.query<{ last: number }>(sql)
      return work(session, rows[0]?.last ?? 0)
    }
    const result = latest.then(() => write(writeWithClock))
    latest = result.catch(() => undefined)
    return explained(() => result)
  }

  return {
    write: writeInTurn,
    change: <Result>(request: EntryRequest, work: (rows: RecordRows) => Result) =>
      writeInTurn((session, last) => changeEntries(session, { ...request, last, now }, work)),
    /** All statements of a read see one snapshot. */
    read: <Result>(work: (session: Session) => Promise<Result>) =>
      explained(() => read((session) => inSnapshot(session, () => work(session)))),
  }
}

/** Converts a `StoreError` to a `RecordError`. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error
    throw new RecordError(recordCodeOf(error.code), error.message, { cause: error })
  }
}
