import type { WriteOptions } from '@recallite/store'
import { busyTimeout } from './connection.js'
import type { SqlDatabase } from './sql-database.js'
import { toStoreError } from './sqlite-errors.js'

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

/** Does something that fails at once, instead of waiting, if another connection has the lock. */
export function withoutWaiting<Result>(database: SqlDatabase, work: () => Result): Result {
  database.pragma('busy_timeout = 0')
  try {
    return work()
  } finally {
    database.pragma(`busy_timeout = ${busyTimeout}`)
  }
}

/** Turns synchronous work into the promises of a store. */
export interface Calls {
  /** Rejects with a `StoreError` where the driver throws an error of its own. */
  run<Result>(work: () => Result): Promise<Result>
  /** All statements of a read see one state of the database: scores need counts of the same moment. */
  read<Result>(work: () => Result): Promise<Result>
}

/** The calls on the database in the file at `path`. */
export function createCalls(database: SqlDatabase, path: string): Calls {
  async function run<Result>(work: () => Result): Promise<Result> {
    try {
      return work()
    } catch (error) {
      throw toStoreError(error, path)
    }
  }
  return { run, read: (work) => run(() => database.transaction(work).deferred()) }
}
