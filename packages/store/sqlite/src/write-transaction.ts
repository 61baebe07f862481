import type { WriteOptions } from '@recallite/store'
import { busyTimeout } from './connection.js'
import type { SqlDatabase } from './sql-database.js'

/** Runs a write as one IMMEDIATE transaction: all of it, or nothing. */
export function inWriteTransaction<Result>(
  database: SqlDatabase,
  work: () => Result,
  options: WriteOptions = {},
): Result {
  const transaction = database.transaction(work)
  if (options.wait ?? true) return transaction.immediate()
  database.pragma('busy_timeout = 0')
  try {
    return transaction.immediate()
  } finally {
    database.pragma(`busy_timeout = ${busyTimeout}`)
  }
}
