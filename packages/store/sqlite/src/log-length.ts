import { statSync } from 'node:fs'
import { logOf, longestLog, realPathOf } from './store-files.js'
import { isDiskFull } from './sqlite-errors.js'
import type { SqlDatabase } from './sql-database.js'

type Pragmas = Pick<SqlDatabase, 'pragma'>

/** How long a writer whose log is too long waits for readers of it, and how long it leaves them alone afterwards, in milliseconds. */
const readerWait = 50
const pauseAfterReaders = 1000

/** The log is moved into the database well before it is as long as it may be: at this share of that. */
const soon = 0.75

/** Moves the log into the database and empties it; false where another connection still reads what the log replaces. */
export function emptyLog(database: Pragmas): boolean {
  const [row] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  return row?.busy === 0
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * Looks after the log of a connection that writes. SQLite by itself moves the log into the database after every few
 * megabytes, but begins it anew only if no search is going on at that moment, and never cuts it after one large write.
 * @returns what to call after each commit
 */
export function createLogKeeper(database: Pragmas, path: string, busyTimeout: number): () => void {
  if (path === ':memory:') return () => undefined
  const file = realPathOf(path)
  const log = logOf(file)
  let pausedUntil = 0
  return () => {
    const size = sizeOf(log)
    if (size < soon * longestLog(0) || size < soon * longestLog(sizeOf(file))) return
    if (performance.now() < pausedUntil) return
    database.pragma(`busy_timeout = ${readerWait}`)
    try {
      if (!emptyLog(database)) pausedUntil = performance.now() + pauseAfterReaders
    } catch {
      // A disk without room, or another writer: what was written stands in the log all the same.
      pausedUntil = performance.now() + pauseAfterReaders
    } finally {
      database.pragma(`busy_timeout = ${busyTimeout}`)
    }
  }
}

/** Runs a write; where there is no room for it, once more after the log has given back what it can. */
export function withRoom<Result>(
  database: Pragmas & { readonly inTransaction: boolean },
  write: () => Result,
): Result {
  try {
    return write()
  } catch (error) {
    if (!isDiskFull(error) || database.inTransaction) throw error
    try {
      emptyLog(database)
    } catch {
      throw error
    }
    return write()
  }
}
