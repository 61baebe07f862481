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
import {
  countRecords,
  findByHash,
  getRecord,
  getRecords,
  listExpired,
  listRecords,
  listSessions,
  readChanges,
  verifyRecords,
} from './read-records.js'
import { changeEntries, touchRecords } from './write-records.js'

/** How to open records. */
export type PostgresRecordsOptions = Omit<PostgresStoreOptions, 'indexFrom' | 'within'>

/**
 * Opens the records in a schema of a PostgreSQL database, which may be that of a store too, making the schema or bringing it up to
 * date if needed. A write has been committed when its promise resolves; writers take turns.
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
      listExpired: (at) => read((session) => listExpired(session, at)),
      cleanUp: () => explained(() => vacuumEntries(connections)),
    }),
    get: (id) => read((session) => getRecord(session, id)),
    getAll: (ids) => read((session) => getRecords(session, ids)),
    list: (request = {}) => read((session) => listRecords(session, request)),
    findByHash: (collection, hash) => read((session) => findByHash(session, collection, hash)),
    changes: (request) => read((session) => readChanges(session, request)),
    touch: (touches) => write((session) => touchRecords(session, touches)),
    listSessions: (request = {}) => read((session) => listSessions(session, request)),
    counts: () => read(countRecords),
    verify: () => read(verifyRecords),
    async backup() {
      throw noBackup(connections)
    },
    close: () => connections.close(),
  }
}

/** What is left of forgotten rows goes with this, or with a later one where another holds the table. */
function vacuumEntries({ s, alone }: Connections): Promise<unknown> {
  return alone(({ query }) => query(`VACUUM (SKIP_LOCKED) ${s}.record_entry`))
}

function noBackup({ s, address }: Connections): RecordError {
  return new RecordError(
    'RECORDS_UNAVAILABLE',
    `Records in PostgreSQL are backed up by its own tools: pg_dump --schema=${s} --format=custom --file=recallite.dump ${address.shown}`,
  )
}

/** Turns work with a connection into the promises of a store of records. */
function createCalls(
  { address, s, read, write }: Connections,
  { isReadOnly = false, now = Date.now }: PostgresRecordsOptions,
) {
  /** The latest write: the server lets those who wait for the clock in, in no order. */
  let latest: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = latest.then(work)
    latest = result.catch(() => undefined)
    return result
  }

  /** A write is one transaction, which holds the clock; it is told the number of the last change. */
  function writeInTurn<Result>(work: (session: Session, last: number) => Promise<Result>): Promise<Result> {
    return explained(async () => {
      if (isReadOnly)
        throw new RecordError('RECORDS_READ_ONLY', `${address.shown} was opened only to be read.`)
      return inTurn(() =>
        write(async (session) => {
          const { rows } = await session.query<{ last: number }>(
            `SELECT last FROM ${s}.record_clock FOR UPDATE`,
          )
          return work(session, rows[0]?.last ?? 0)
        }),
      )
    })
  }

  return {
    write: writeInTurn,
    /** Changes entries, of which those that are wanted are read before. */
    change: <Result>(wanted: EntryRequest, work: (rows: RecordRows) => Result) =>
      writeInTurn((session, last) => changeEntries(session, { ...wanted, last, now }, work)),
    /** All statements of a read see one state of the records, and every write before it. */
    read: <Result>(work: (session: Session) => Promise<Result>) =>
      explained(() => read((session) => inSnapshot(session, () => work(session)))),
  }
}

/** Rejects with `RecordError` where the server or the connection fails. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error
    throw new RecordError(recordCodeOf(error.code), error.message, { cause: error })
  }
}
