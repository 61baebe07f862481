import { checkRecord, RecordError, type PutOutcome, type RecordStore } from '@recallite/records'
import { recordCodeOf } from '@recallite/records/driver'
import { StoreError } from '@recallite/store'
import { inSnapshot, type Connections, type Session } from '../connection/connections.js'
import { openSchema, type PostgresStoreOptions } from '../open-store.js'
import {
  countRecords,
  findByHash,
  getRecord,
  getRecords,
  listRecords,
  listSessions,
  readChanges,
  verifyRecords,
} from './read-records.js'
import {
  endSession,
  forgetRecord,
  putRecord,
  startSession,
  supersedeRecord,
  touchRecords,
} from './write-records.js'

/** How to open records. */
export type PostgresRecordsOptions = Omit<PostgresStoreOptions, 'indexFrom' | 'within'>

/**
 * Opens the records in a schema of a PostgreSQL database, which may be that of a store too, making the schema or bringing it up to
 * date if needed. A write has been committed when its promise resolves; writers take turns.
 * @throws RecordError
 */
export async function openPostgresRecords(options: PostgresRecordsOptions): Promise<RecordStore> {
  const { isReadOnly = false, now = Date.now } = options
  const connections = await explained(() => openSchema(options))
  const { s, address } = connections
  const { read, write } = createCalls(connections, isReadOnly)
  return {
    put: (records, { since = Infinity, ...how } = {}) =>
      explained(async () => {
        const checked = records.map((record) => checkRecord(record, now()))
        return write(async (session, last): Promise<PutOutcome[]> => {
          if (last > since)
            return checked.map(({ id }) => ({ outcome: 'outdated', id: id ?? '', record: undefined }))
          const outcomes = []
          for (const record of checked)
            outcomes.push(await putRecord(session, record, { ...how, now: now() }))
          return outcomes
        })
      }),
    get: (id) => read((session) => getRecord(session, id)),
    getAll: (ids) => read((session) => getRecords(session, ids)),
    list: (request = {}) => read((session) => listRecords(session, request)),
    findByHash: (collection, hash) => read((session) => findByHash(session, { collection, hash })),
    changes: (request) => read((session) => readChanges(session, request)),
    async forget(id) {
      const isGone = await write((session) => forgetRecord(session, id, now()))
      // What is left of the row goes with this VACUUM, or with a later one where another holds the table.
      if (isGone)
        await explained(() =>
          connections.alone(({ query }) => query(`VACUUM (SKIP_LOCKED) ${s}.record_entry`)),
        )
      return isGone
    },
    supersede: (id, input, how = {}) =>
      write((session) => supersedeRecord(session, id, { ...how, input, now: now() })),
    touch: (touches) => write((session) => touchRecords(session, touches)),
    startSession: (input = {}) => write((session) => startSession(session, input, now())),
    endSession: (id, { summary } = {}) =>
      write((session) => endSession(session, id, { summary, now: now() })),
    listSessions: (request = {}) => read((session) => listSessions(session, request)),
    counts: () => read(countRecords),
    verify: () => read(verifyRecords),
    async backup() {
      throw new RecordError(
        'RECORDS_UNAVAILABLE',
        `Records in PostgreSQL are backed up by its own tools: pg_dump --schema=${s} --format=custom --file=recallite.dump ${address.shown}`,
      )
    },
    close: () => connections.close(),
  }
}

/** Turns work with a connection into the promises of a store of records. */
function createCalls({ address, s, read, write }: Connections, isReadOnly: boolean) {
  /** The latest write: the server lets those who wait for the clock in, in no order. */
  let latest: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = latest.then(work)
    latest = result.catch(() => undefined)
    return result
  }

  return {
    /** All statements of a read see one state of the records, and every write before it. */
    read: <Result>(work: (session: Session) => Promise<Result>) =>
      explained(() => read((session) => inSnapshot(session, () => work(session)))),
    /** A write is one transaction, which holds the clock; it is told the number of the last change. */
    write: <Result>(work: (session: Session, last: number) => Promise<Result>) =>
      explained(async () => {
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
      }),
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
