import type { WriteOptions } from '@recallite/store'
import { busyTimeout } from './connection.js'
import type { SqlDatabase } from './sql-database.js'
import { toStoreError } from './sqlite-errors.js'

/** Runs a write as one IMMEDIATE transaction. */
export function inWriteTransaction<Result>(
  database: SqlDatabase,
  work: () => Result,
  options: WriteOptions = {},
): Result {
  const transaction = database.transaction(work)
  if (options.wait ?? true) return transaction.immediate()
  return withoutWaiting(database, () => transaction.immediate())
}

/** Runs `work`, which fails at once if another connection has the lock. */
export function withoutWaiting<Result>(database: SqlDatabase, work: () => Result): Result {
  database.pragma('busy_timeout = 0')
  try {
    return work()
  } finally {
    database.pragma(`busy_timeout = ${busyTimeout}`)
  }
}

/** The calls on the database in the file at `path`. */
export type Calls = ReturnType<typeof createCalls>

/** Turns synchronous work on the database in the file at `path` into promises. */
export function createCalls(database: SqlDatabase, path: string) {
  /** Rejects with a `StoreError` if the driver throws. */
  async function run<Result>(work: () => Result): Promise<Result> {
    try {
      return work()
    } catch (error) {
      throw toStoreError(error, path)
    }
  }
  /** All statements of `work` see the same state, as scores need consistent counts. */
  const read = <Result>(work: () => Result) => run(() => database.transaction(work).deferred())
  return { run, read }
}
