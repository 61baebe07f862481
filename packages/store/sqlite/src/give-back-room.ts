import { emptyLog } from './log-length.js'
import type { SqlDatabase } from './sql-database.js'
import { isDiskFull, mayWait } from './sqlite-errors.js'
import { inWriteTransaction, withoutWaiting } from './write-transaction.js'

function numberOf(database: SqlDatabase, pragma: 'freelist_count' | 'page_count' | 'page_size'): number {
  return Number(database.pragma(pragma, { simple: true }))
}

/** How many chunks and vectors were deleted since all of the file was last written anew. */
export function countDeleted(database: SqlDatabase): number {
  return (
    database.prepare<{ deleted: number }>('SELECT deleted FROM keyword_total WHERE id = 1').get()?.deleted ??
    0
  )
}

const othersRead = 'another program is using the database'

/** Notes deletions as gone; those that came meanwhile stay counted. */
function forgetDeleted(database: SqlDatabase, deleted: number): void {
  if (deleted === 0) return
  inWriteTransaction(database, () =>
    database.prepare('UPDATE keyword_total SET deleted = deleted - ? WHERE id = 1').run(deleted),
  )
}

function writeAnew(database: SqlDatabase): string | null {
  if (!emptyLog(database)) return othersRead
  const deleted = countDeleted(database)
  database.rewrite()
  forgetDeleted(database, deleted)
  return emptyLog(database) ? null : othersRead
}

function whyNot(error: unknown, database: SqlDatabase): string {
  if (!isDiskFull(error)) return othersRead
  const used = numberOf(database, 'page_count') - numberOf(database, 'freelist_count')
  const megabytes = (used * numberOf(database, 'page_size')) / 1_000_000
  return `the disk has no room to write the database anew: ${megabytes.toFixed(1)} MB are needed`
}

/**
 * Writes the file anew, in order and without its free pages, where something was deleted or where free pages are at least
 * `leastShare` of it. That goes through the log: a crash at any moment leaves the old or the new one. With a reader in the
 * way the log could not be emptied afterwards, and there would be two copies for a while: then, as without the lock or the
 * room for it, nothing happens. Row numbers stay: every table names its own.
 * @returns why deleted content may still be in the file or the log; null where none is
 */
export function giveBackRoom(database: SqlDatabase, leastShare = 0): string | null {
  const free = numberOf(database, 'freelist_count')
  const isWorth = countDeleted(database) > 0 || free > leastShare * numberOf(database, 'page_count')
  try {
    return withoutWaiting(database, () => {
      if (isWorth) return writeAnew(database)
      return emptyLog(database) ? null : othersRead
    })
  } catch (error) {
    if (!mayWait(error)) throw error
    return whyNot(error, database)
  }
}
