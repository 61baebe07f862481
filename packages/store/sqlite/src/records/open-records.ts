import { checkRecord, type CheckedRecord, type PutOutcome, type RecordStore } from '@recallite/records'
import { countRecords } from './count-records.js'
import { openRecordsFile, type SqliteRecordsOptions } from './records-file.js'
import { createRecordCalls } from './record-calls.js'
import { createRecordParts } from './record-parts.js'

/**
 * Opens the records in a SQLite file, making the file or bringing its schema up to date if needed. SQLite runs in the
 * calling thread. A write is on the disk when its promise resolves (`synchronous = FULL`).
 * @throws RecordError
 */
export async function openSqliteRecords(options: SqliteRecordsOptions): Promise<RecordStore> {
  const { path, now = Date.now } = options
  const file = openRecordsFile(options)
  const { database } = file
  const { reader, writer, sessions, touch, lastChange } = createRecordParts(database, now)
  const { read, write, run } = createRecordCalls(file)
  return {
    put: (records, putOptions = {}) =>
      run(() => {
        const checked = records.map((record) => checkRecord(record, now()))
        const { since = Infinity } = putOptions
        return write(() =>
          lastChange() > since ? checked.map(outdated) : checked.map((one) => writer.put(one, putOptions)),
        )
      }),
    get: (id) => read(() => reader.get(id)),
    getAll: (ids) => read(() => reader.getAll(ids)),
    list: (request = {}) => read(() => reader.list(request)),
    findByHash: (collection, hash) => read(() => reader.findByHash(collection, hash, null)),
    changes: (request) => read(() => reader.changes(request)),
    async forget(id) {
      const isGone = await write(() => writer.forget(id))
      if (isGone) await run(file.emptyLog)
      return isGone
    },
    supersede: (id, record, putOptions = {}) => write(() => writer.supersede(id, record, putOptions)),
    touch: (touches) => write(() => touches.forEach(touch)),
    startSession: (session = {}) => write(() => sessions.start(session)),
    endSession: (id, { summary } = {}) => write(() => sessions.end(id, summary)),
    listSessions: (request = {}) => read(() => sessions.list(request)),
    counts: () =>
      read(() => ({ ...countRecords(database), source: reader.sourceName(), last: lastChange() })),
    async verify() {
      const { verifyRecords } = await import('./verify-records.js')
      return read(() => verifyRecords(database))
    },
    async backup(target, { replace, beforePlacing } = {}) {
      const { makeBackup } = await import('../maintenance/backup.js')
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

function outdated({ id }: CheckedRecord): PutOutcome {
  return { outcome: 'outdated', id: id ?? '', record: undefined }
}
