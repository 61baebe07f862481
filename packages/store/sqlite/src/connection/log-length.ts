import { logOf, maxLogSize, realPathOf, sizeOf } from './store-files.js'
import type { SqlDatabase } from './sql-database.js'

/**
 * Keeps the log of a writing connection short. SQLite moves the log into the database every few megabytes, but restarts it only
 * if nothing is being read at that moment, and never shortens it after a large write.
 * @returns the function to call after each commit
 */
export function createLogKeeper(database: Pragmas, path: string, busyTimeout: number): () => void {
  if (path === ':memory:') return () => undefined
  const file = realPathOf(path)
  const log = logOf(file)
  let pausedUntil = 0
  return () => {
    const size = sizeOf(log)
    if (size < checkpointShare * maxLogSize(0) || size < checkpointShare * maxLogSize(sizeOf(file))) return
    if (performance.now() < pausedUntil) return
    database.pragma(`busy_timeout = ${readerWait}`)
    try {
      if (!emptyLog(database)) pausedUntil = performance.now() + pauseAfterReaders
    } catch {
      // The disk is full, or another process writes. What was committed is safe in the log.
      pausedUntil = performance.now() + pauseAfterReaders
    } finally {
      database.pragma(`busy_timeout = ${busyTimeout}`)
    }
  }
}

type Pragmas = Pick<SqlDatabase, 'pragma'>

/** How long a writer waits for readers if its log is too long, and when it retries, in milliseconds. */
const readerWait = 50
const pauseAfterReaders = 1000

/** The share of the maximum length at which the log is moved into the database. */
const checkpointShare = 0.75

/** Moves the log into the database and empties it; false if another connection still reads it. */
export function emptyLog(database: Pragmas): boolean {
  const [row] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  return row?.busy === 0
}
