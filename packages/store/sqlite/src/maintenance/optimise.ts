import { emptyLog } from '../connection/log-length.js'
import { sqlSearch } from '../connection/schema.js'
import { hasSqlSearch } from '../connection/schema-version.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { isDiskFull, mayWait } from '../connection/sqlite-errors.js'
import { inWriteTransaction, withoutWaiting } from '../connection/transactions.js'

/**
 * Creates the full-text search for SQL clients if `sql` is set, merges the indexes, and rewrites the file if something was deleted or much of it is free. PRAGMA optimize is not run:
 * statistics of a small index make SQLite choose table scans once the index has grown.
 * @returns why deleted content may still be in the file; null if it is not
 */
export function tidyUp(database: SqlDatabase, sql = false): string | null {
  if (sql && !hasSqlSearch(database)) inWriteTransaction(database, () => database.exec(sqlSearch))
  const indexes = ['chunk_words', 'chunk_forms', ...(hasSqlSearch(database) ? ['chunks_fts'] : [])]
  for (const index of indexes) mergeIndex(database, index)
  return giveBackRoom(database, minFreeShare)
}

/** The share of free pages that makes a rewrite worthwhile. The first merge leaves an eighth free, which later writes use. */
const minFreeShare = 1 / 4

const pagesPerStep = 500

/**
 * Merges an index into one segment, without the words of deleted chunks: the `optimize` of FTS5 in steps, so that other writers
 * wait only briefly and the log stays short. FTS5 is done when a step changes at most one row.
 */
function mergeIndex(database: SqlDatabase, index: string): void {
  const merge = database.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`)
  const changes = database.prepare<{ rows: number }>('SELECT total_changes() AS rows')
  const rows = () => changes.get()?.rows ?? 0
  // A negative number makes FTS5 merge all segments; later steps continue that.
  for (let pages = -pagesPerStep; ; pages = pagesPerStep) {
    const before = rows()
    inWriteTransaction(database, () => merge.run(pages))
    if (rows() - before < 2) return
  }
}

/**
 * Rewrites the file without its free pages if something was deleted or their share exceeds `minShare`. The new pages go through
 * the log, so a crash leaves the old content or the new. Does nothing while another connection reads (the log could not be
 * emptied), or without the lock or enough disk space. Every table has an explicit row id, so row ids do not change.
 * @returns why deleted content may still be in the file or the log; null if it is not
 */
export function giveBackRoom(database: SqlDatabase, minShare = 0): string | null {
  const free = numberOf(database, 'freelist_count')
  const isWorth = countDeleted(database) > 0 || free > minShare * numberOf(database, 'page_count')
  try {
    return withoutWaiting(database, () => {
      if (isWorth) return rewrite(database)
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

/** The number of chunks and vectors deleted since the last rewrite. */
function countDeleted(database: SqlDatabase): number {
  return database.prepare<{ deleted: number }>('SELECT deleted FROM deletion').get()?.deleted ?? 0
}

const othersRead = 'another program is using the database, or its log cannot be emptied'

function rewrite(database: SqlDatabase): string | null {
  if (!emptyLog(database)) return othersRead
  const deleted = countDeleted(database)
  database.rewrite()
  // Deletions during the rewrite stay in the count.
  const forget = database.prepare('UPDATE deletion SET deleted = deleted - ?')
  if (deleted > 0) inWriteTransaction(database, () => forget.run(deleted))
  return emptyLog(database) ? null : othersRead
}

function whyNot(error: unknown, database: SqlDatabase): string {
  if (!isDiskFull(error)) return othersRead
  const used = numberOf(database, 'page_count') - numberOf(database, 'freelist_count')
  const megabytes = (used * numberOf(database, 'page_size')) / 1_000_000
  return `there is not enough disk space to rewrite the database: ${megabytes.toFixed(1)} MB are needed`
}
