import { checkRecord, RecordError, type PutOutcome, type RecordStore } from '@recallite/records'
import { recordCodeOf } from '@recallite/records/driver'
import { StoreError } from '@recallite/store'
import { schemaName } from '../address.js'
import { inSnapshot, openConnections, type Connections, type Session } from '../connections.js'
import type { PostgresStoreOptions } from '../open-store.js'
import { migrate } from '../schema-version.js'
import { createRecordReader } from './read-records.js'
import { createRecordRows } from './record-rows.js'
import { createSessionRows } from './session-rows.js'
import { createRecordSurvey } from './survey-records.js'
import { createRecordWriter } from './write-records.js'

/** How to open records. */
export type PostgresRecordsOptions = Omit<PostgresStoreOptions, 'indexFrom' | 'within'>

/**
 * Opens the records in a schema of a PostgreSQL database, which may be that of a store too, making the schema or bringing it up to
 * date if needed. A write has been committed when its promise resolves; writers take turns.
 * @throws RecordError
 */
export async function openPostgresRecords(options: PostgresRecordsOptions): Promise<RecordStore> {
  const { create = true, isReadOnly = false, now = Date.now } = options
  return explained(async () => {
    const s = schemaName(options.schema)
    const connections = openConnections(options)
    try {
      await migrate(connections, { schema: s, create, isReadOnly })
    } catch (error) {
      await connections.close()
      throw error
    }
    return assemble(connections, s, { now, isReadOnly })
  })
}

interface Opened {
  readonly now: () => number
  readonly isReadOnly: boolean
}

function assemble(connections: Connections, s: string, { now, isReadOnly }: Opened): RecordStore {
  const rows = createRecordRows(s)
  const reader = createRecordReader(rows)
  const survey = createRecordSurvey(s, rows)
  const sessions = createSessionRows(s, rows, now)
  const writer = createRecordWriter({ s, rows, reader, sessions, now })
  const { read, write } = createCalls(connections, s, isReadOnly)
  return {
    put: (records, options = {}) =>
      explained(async () => {
        const checked = records.map((record) => checkRecord(record, now()))
        return write(async (session, last): Promise<PutOutcome[]> => {
          const { since = Infinity } = options
          if (last > since)
            return checked.map(({ id }) => ({ outcome: 'outdated', id: id ?? '', record: undefined }))
          const outcomes = []
          for (const record of checked) outcomes.push(await writer.put(session, record, options))
          return outcomes
        })
      }),
    get: (id) => read((session) => reader.get(session, id)),
    getAll: (ids) => read((session) => reader.getAll(session, ids)),
    list: (request = {}) => read((session) => reader.list(session, request)),
    findByHash: (collection, hash) => read((session) => reader.findByHash(session, { collection, hash })),
    changes: (request) => read((session) => survey.changes(session, request)),
    async forget(id) {
      const isGone = await write((session) => writer.forget(session, id))
      // What is left of the row goes with this VACUUM, or with a later one where another holds the table.
      if (isGone)
        await explained(() =>
          connections.alone((session) => session.query(`VACUUM (SKIP_LOCKED) ${s}.record_entry`)),
        )
      return isGone
    },
    supersede: (id, input, options = {}) =>
      write((session) => writer.supersede(session, { id, input, options })),
    touch: (touches) => write((session) => writer.touch(session, touches)),
    startSession: (input = {}) => write((session) => sessions.start(session, input)),
    endSession: (id, { summary } = {}) => write((session) => sessions.end(session, id, summary)),
    listSessions: (request = {}) => read((session) => sessions.list(session, request)),
    counts: () => read(survey.counts),
    verify: () => read(survey.verify),
    async backup() {
      throw new RecordError(
        'RECORDS_UNAVAILABLE',
        `Records in PostgreSQL are backed up by its own tools: pg_dump --schema=${s} --format=custom --file=recallite.dump ${connections.address.shown}`,
      )
    },
    close: () => connections.close(),
  }
}

/** Turns work with a connection into the promises of a store of records. */
function createCalls({ address, readPrimary, write }: Connections, s: string, isReadOnly: boolean) {
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
      explained(() => readPrimary((session) => inSnapshot(session, () => work(session)))),
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
