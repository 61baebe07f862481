import type { SqlDatabase } from './sql-database.js'
import { mayWait } from './sqlite-errors.js'
import { withoutWaiting } from './write-transaction.js'

function countOf(database: SqlDatabase, pragma: 'freelist_count' | 'page_count'): number {
  return Number(database.pragma(pragma, { simple: true }))
}

/** Moves the log into the file and empties it; false where somebody still reads what the log replaces. */
function emptyLog(database: SqlDatabase): boolean {
  const [row] = database.prepare<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)').all()
  return row?.busy === 0
}

/**
 * Makes the file smaller by its free pages, where they are at least `leastShare` of it. SQLite writes the file anew for
 * that, in order, through the log: a crash at any moment leaves the old or the new one. With a reader in the way the
 * log could not be emptied afterwards, and there would be two copies for a while: then, as without the lock or the
 * room for it, nothing happens. Row numbers stay: every table names its own.
 */
export function giveBackRoom(database: SqlDatabase, leastShare = 0): void {
  const free = countOf(database, 'freelist_count')
  if (free === 0 || free < leastShare * countOf(database, 'page_count')) return
  try {
    withoutWaiting(database, () => {
      if (!emptyLog(database)) return
      database.exec('VACUUM')
      emptyLog(database)
    })
  } catch (error) {
    if (!mayWait(error)) throw error
  }
}
