import { emptyLog } from '../connection/log-length.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { isDiskFull, mayWait } from '../connection/sqlite-errors.js'
import { inWriteTransaction, withoutWaiting } from '../connection/transactions.js'

/**
 * Puts the indexes in order after many writes, and writes the file anew if something was deleted or much of it is free.
 * It does not run PRAGMA optimize: with statistics of a young index, SQLite plans to scan tables that have grown since.
 * @returns why deleted content may still be in the file; null if none is
 */
export function tidyUp(database: SqlDatabase): string | null {
  for (const index of ['chunk_words', 'chunk_forms']) mergeIndex(database, index)
  return giveBackRoom(database, worthGivingBack)
}

/**
 * The share of a file that must be free for it to be written anew where nothing was deleted. To merge the indexes leaves an eighth
 * of the file free after the first run, which later writes use.
 */
const worthGivingBack = 1 / 4

const pagesAtOnce = 500

/**
 * Merges an index into one segment, without the words of deleted chunks. This is the `optimize` of FTS5 in steps, so that
 * other writers wait only briefly and the log stays short. FTS5 is done when a step changes no more than one row.
 */
function mergeIndex(database: SqlDatabase, index: string): void {
  const merge = database.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`)
  const changes = database.prepare<{ rows: number }>('SELECT total_changes() AS rows')
  const rows = () => changes.get()?.rows ?? 0
  // A negative number has FTS5 merge all segments, however few there are; later steps go on with that.
  for (let pages = -pagesAtOnce; ; pages = pagesAtOnce) {
    const before = rows()
    inWriteTransaction(database, () => merge.run(pages))
    if (rows() - before < 2) return
  }
}

/**
 * Writes the file anew, in order and without its free pages, if something was deleted or free pages are more than
 * `leastShare` of it. The new pages go through the log: a crash at any moment leaves the old content or the new.
 * Nothing is written while another connection reads, as the log could then not be emptied and there would be two copies,
 * nor without the lock or the space for it. Row ids stay, since every table names its own.
 * @returns why deleted content may still be in the file or the log; null if none is
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

function numberOf(database: SqlDatabase, pragma: 'freelist_count' | 'page_count' | 'page_size'): number {
  return Number(database.pragma(pragma, { simple: true }))
}

/** How many chunks and vectors were deleted since the whole file was last written anew. */
function countDeleted(database: SqlDatabase): number {
  return database.prepare<{ deleted: number }>('SELECT deleted FROM deletion').get()?.deleted ?? 0
}

const othersRead = 'another program is using the database'

function writeAnew(database: SqlDatabase): string | null {
  if (!emptyLog(database)) return othersRead
  const deleted = countDeleted(database)
  database.rewrite()
  // Deletions that happened meanwhile stay in the count.
  const forget = database.prepare('UPDATE deletion SET deleted = deleted - ?')
  if (deleted > 0) inWriteTransaction(database, () => forget.run(deleted))
  return emptyLog(database) ? null : othersRead
}

function whyNot(error: unknown, database: SqlDatabase): string {
  if (!isDiskFull(error)) return othersRead
  const used = numberOf(database, 'page_count') - numberOf(database, 'freelist_count')
  const megabytes = (used * numberOf(database, 'page_size')) / 1_000_000
  return `the disk has no room to write the database anew: ${megabytes.toFixed(1)} MB are needed`
}
