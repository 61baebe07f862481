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

/** Turns synchronous work into promises. */
export interface Calls {
  /** Rejects with a `StoreError` if the driver throws. */
  run<Result>(work: () => Result): Promise<Result>
  /** All statements see the same state, as scores need consistent counts. */
  read<Result>(work: () => Result): Promise<Result>
}

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
