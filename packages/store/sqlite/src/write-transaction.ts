import type { WriteOptions } from '@recallite/store'
import { busyTimeout } from './connection.js'
import type { SqlDatabase } from './sql-database.js'

/** Does something that fails at once, rather than to wait, where another connection has the lock. */
export function withoutWaiting<Result>(database: SqlDatabase, work: () => Result): Result {
  database.pragma('busy_timeout = 0')
  try {
    return work()
  } finally {
    database.pragma(`busy_timeout = ${busyTimeout}`)
  }
}

/** Runs a write as one IMMEDIATE transaction: all of it, or nothing. */
export function inWriteTransaction<Result>(
  database: SqlDatabase,
  work: () => Result,
  options: WriteOptions = {},
): Result {
  const transaction = database.transaction(work)
  if (options.wait ?? true) return transaction.immediate()
  return withoutWaiting(database, () => transaction.immediate())
}
