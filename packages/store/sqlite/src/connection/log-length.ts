import { logOf, longestLog, realPathOf, sizeOf } from './store-files.js'
import type { SqlDatabase } from './sql-database.js'

/**
 * Keeps the log of a connection that writes short. SQLite moves the log into the database after every few megabytes, but
 * begins it anew only if nothing is being read at that moment, and never shortens it after one large write.
 * @returns the function to call after each commit
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
      // The disk is full, or another process writes: what was committed is safe in the log.
      pausedUntil = performance.now() + pauseAfterReaders
    } finally {
      database.pragma(`busy_timeout = ${busyTimeout}`)
    }
  }
}

type Pragmas = Pick<SqlDatabase, 'pragma'>

/** How long a writer whose log is too long waits for its readers, and until it tries again, in milliseconds. */
const readerWait = 50
const pauseAfterReaders = 1000

/** The log is moved into the database well before it is as long as it may be: at this share of that length. */
const soon = 0.75

/** Moves the log into the database and empties it; false if another connection still reads what the log replaces. */
export function emptyLog(database: Pragmas): boolean {
  const [row] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  return row?.busy === 0
}
