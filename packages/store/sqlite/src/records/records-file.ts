import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openConnection, recordsId, type ConnectionOptions } from '../connection/connection.js'
import { emptyLog } from '../connection/log-length.js'
import { dropForeignTriggers, migrate } from '../connection/schema-version.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { flushFolder, realPathOf } from '../connection/store-files.js'
import { withoutWaiting } from '../connection/transactions.js'
import { openingError } from '../maintenance/salvage/judge-file.js'
import { hasDamagedLog } from '../maintenance/salvage/page-file.js'
import { damagedLog, fileReplaced, toRecordError } from './record-errors.js'
import { recordsKind } from './salvage-records.js'
import { recordSteps } from './schema.js'

/** How to open a file of records. */
export interface SqliteRecordsOptions extends Pick<
  ConnectionOptions,
  'path' | 'create' | 'makesFolder' | 'mayBeLink' | 'isScratch' | 'isReadOnly'
> {
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** An open file of records. */
export type RecordsFile = ReturnType<typeof openRecordsFile>

/** Opens a file of records with the policy of connection.ts, and creates its schema. @throws RecordError */
export function openRecordsFile(options: Omit<SqliteRecordsOptions, 'now'>) {
  const { path } = options
  let database: SqlDatabase | undefined
  try {
    const before = fileAt(path)
    if (hasDamagedLog(realPathOf(path))) throw damagedLog(path)
    database = openConnection({ ...options, isOfRecords: true, vectorExtension: false }).database
    // Set first, so that an older schema is refused and not updated.
    if (options.isReadOnly === true) database.pragma('query_only = ON')
    migrate(database, recordSteps, recordsId)
    if (options.isReadOnly !== true) dropForeignTriggers(database)
    const file = fileAt(path)
    if (before !== undefined && file !== before) throw fileReplaced(path)
    if (before === undefined && file !== undefined) flushFolder(dirname(realPathOf(path)))
    return openedFile(database, path, file)
  } catch (error) {
    database?.close()
    throw toRecordError(openingError(error, path, recordsKind), path)
  }
}

function openedFile(database: SqlDatabase, path: string, file: string | undefined) {
  return {
    path,
    database,
    /** Refuses to use a file that is no longer at its path. @throws RecordError `RECORDS_UNAVAILABLE` */
    assertInPlace() {
      if (path !== ':memory:' && fileAt(path) !== file) throw fileReplaced(path)
    },
    /** Moves the log into the file, which overwrites deleted content; leaves that for later if the log is in use. */
    emptyLog() {
      if (path === ':memory:') return
      try {
        withoutWaiting(database, () => void emptyLog(database))
      } catch {
        // The disk is full or at fault. The deletion itself is done, and the next write with enough space retries this.
      }
    },
  }
}

/** Identifies the file at a path; undefined if there is none. */
function fileAt(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.dev} ${stats.ino}`
}
