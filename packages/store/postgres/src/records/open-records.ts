import { checkName, checkRecord, checkSession, RecordError, type RecordStore } from '@recallite/store/records'
import {
  endSession,
  forgetRecord,
  putRecords,
  recordCodeOf,
  startSession,
  supersedeRecord,
  type RecordRows,
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
  type WantedEntries,
} from './read-records.js'
import { changeEntries, touchRecords, wantedToPut } from './write-records.js'

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

  async function forgetAll(ids: readonly string[]): Promise<number> {
    const forget = (rows: RecordRows) => ids.filter((id) => forgetRecord(rows, id)).length
    const forgotten = await change({ records: ids }, forget)
    if (forgotten > 0) await explained(() => vacuumEntries(connections))
    return forgotten
  }

  return {
    async put(records, how = {}) {
      const checked = records.map((record) => checkRecord(record, now()))
      return change(wantedToPut(checked), (rows) => putRecords(rows, checked, how))
    },
    get: (id) => read((session) => getRecord(session, id)),
    getAll: (ids) => read((session) => getRecords(session, ids)),
    list: (request = {}) => read((session) => listRecords(session, request)),
    findByHash: (collection, hash) => read((session) => findByHash(session, collection, hash)),
    changes: (request) => read((session) => readChanges(session, request)),
    forget: async (id) => (await forgetAll([checkName(id, 'id')])) > 0,
    async forgetExpired(at) {
      const ids = await read((session) => listExpired(session, at))
      return ids.length === 0 ? 0 : forgetAll(ids)
    },
    async supersede(id, input, how = {}) {
      const wanted = wantedToPut([checkRecord(input, now())])
      const records = [...wanted.records, checkName(id, 'id')]
      return change({ ...wanted, records }, (rows) =>
        supersedeRecord(rows, id, { ...how, input, now: now() }),
      )
    },
    touch: (touches) => write((session) => touchRecords(session, touches)),
    async startSession(input = {}) {
      const sessions = [checkSession(input).id]
      return change({ sessions }, (rows) => startSession(rows, input, now()))
    },
    async endSession(id, { summary } = {}) {
      const sessions = [checkSession({ id, summary }).id]
      return change({ sessions }, (rows) => endSession(rows, id, { summary, now: now() }))
    },
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
    change: <Result>(wanted: WantedEntries, work: (rows: RecordRows) => Result) =>
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
