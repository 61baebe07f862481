import type { RecordStore, Touch } from '@recallite/store/records'
import { readRecord, recordWrites, type RecordRows } from '@recallite/store/records/driver'
import type { SqlDatabase } from '../connection/sql-database.js'
import { inWriteTransaction } from '../connection/transactions.js'
import { makeBackup } from '../maintenance/backup.js'
import { finishRepair } from '../maintenance/salvage/swap-in.js'
import { createEntries } from './entries.js'
import { createRecordReader } from './read-records.js'
import { damagedEntry, toRecordError } from './record-errors.js'
import { createUses } from './record-use.js'
import { openRecordsFile, type RecordsFile, type SqliteRecordsOptions } from './records-file.js'
import { repairRecords } from './repair-records.js'
import { verifyRecords } from './verify-records.js'

/**
 * Opens the records in a SQLite file, and creates the file or updates its schema if needed. SQLite runs in the calling thread. A
 * write is on the disk when its promise resolves (`synchronous = FULL`).
 * @throws RecordError
 */
export async function openSqliteRecords(options: SqliteRecordsOptions): Promise<RecordStore> {
  const { path, now = Date.now } = options
  await finishRepair(options, () => repairRecords(options))
  const file = openRecordsFile(options)
  const { database } = file
  const { read, write, run } = createRecordCalls(file)
  const { rows, reader, touch } = await run(() => createRecordParts(database, now))

  return {
    ...recordWrites({
      now,
      change: (_, work) => write(() => work(rows)),
      listExpired: (at) => read(() => reader.listExpired(at)),
      cleanUp: () => run(file.emptyLog),
    }),
    get: (id) => read(() => readRecord(rows, id)),
    getAll: (ids) => read(() => reader.getAll(ids)),
    list: (request = {}) => read(() => reader.list(request)),
    findByHash: (collection, hash) => read(() => reader.findByHash(collection, hash, null)),
    changes: (request) => read(() => reader.changes(request)),
    touch: (touches) => write(() => touches.forEach(touch)),
    listSessions: (request = {}) => read(() => reader.listSessions(request)),
    counts: () => read(reader.counts),
    verify: () => read(() => verifyRecords(database)),
    async backup(target, { replace, beforePlacing } = {}) {
      const made = await run(() => makeBackup(database, target, { replace, path }))
      try {
        await beforePlacing?.()
        return await run(() => made.place())
      } finally {
        made.remove()
      }
    },
    close: () => run(() => void database.close()),
  }
}

function createRecordParts(database: SqlDatabase, now: () => number) {
  const entries = createEntries(database, now)
  const uses = createUses(database)
  const reader = createRecordReader(database, entries, uses)
  const { lastChange, read, write } = entries
  const others = { readUse: uses.read, writeUse: uses.write, damaged: damagedEntry }
  const rows: RecordRows = { lastChange, read, write, ...others, findActive: reader.findByHash }
  return {
    rows,
    reader,
    /** Requires a transaction. */
    touch(touch: Touch): void {
      const entry = read('record', touch.id)
      if (typeof entry === 'object' && entry.body !== null) uses.add(touch)
    },
  }
}

/** Turns synchronous work on a file of records into promises that reject with `RecordError`. */
function createRecordCalls({ database, path, assertInPlace }: RecordsFile) {
  async function run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw toRecordError(error, path)
    }
  }

  /** Checks inside the transaction, so that no repair can replace the file in between. */
  const inPlace =
    <Result>(work: () => Result) =>
    () => {
      assertInPlace()
      return work()
    }

  return {
    run,
    /** All statements of a read see the same state. */
    read: <Result>(work: () => Result) => run(() => database.transaction(inPlace(work)).deferred()),
    write: <Result>(work: () => Result) => run(() => inWriteTransaction(database, inPlace(work))),
  }
}
