import { countCommonWords, removeGoneWords } from './keyword/count-common-words.js'
import { emptyLog } from './log-length.js'
import { readSealed, type SealedTable, sealedTables, sealRow, vectorChecksum } from './seal.js'
import type { SqlDatabase } from './sql-database.js'
import { isDiskFull, mayWait } from './sqlite-errors.js'
import { inWriteTransaction, withoutWaiting } from './transactions.js'

/**
 * Puts the indexes in order after many writes, and writes the file anew where something was deleted or much is free. No
 * PRAGMA optimize: statistics of a young index make plans that scan the table once it has grown.
 * @returns why deleted content may still be in the file; null where none is
 */
export function tidyUp(database: SqlDatabase): string | null {
  for (const index of ['chunk_words', 'chunk_forms']) mergeIndex(database, index)
  countCommonWords(database)
  const hasDeleted = countDeleted(database) > 0
  if (hasDeleted) removeGoneWords(database)
  inWriteTransaction(database, () => sealAll(database))
  return giveBackRoom(database, hasDeleted ? 0 : worthGivingBack)
}

/** The share of a file that must be free for it to be written anew where nothing was deleted. */
const worthGivingBack = 1 / 8

/** Pages of an index that are merged in one transaction. */
const pagesAtOnce = 500

/**
 * Merges an index into one part, which the words of deleted chunks are not in: FTS5's `optimize` in steps, so that other
 * writers need not wait for long and the log stays short. FTS5 says that it is done by changing nothing but one row.
 */
function mergeIndex(database: SqlDatabase, index: string): void {
  const merge = database.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`)
  const changes = database.prepare<{ rows: number }>('SELECT total_changes() AS rows')
  const rows = () => changes.get()?.rows ?? 0
  // A negative number has all parts merged, however few they are; later steps go on with that.
  for (let pages = -pagesAtOnce; ; pages = pagesAtOnce) {
    const before = rows()
    inWriteTransaction(database, () => merge.run(pages))
    if (rows() - before < 2) return
  }
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

function numberOf(database: SqlDatabase, pragma: 'freelist_count' | 'page_count' | 'page_size'): number {
  return Number(database.pragma(pragma, { simple: true }))
}

/** How many chunks and vectors were deleted since all of the file was last written anew. */
function countDeleted(database: SqlDatabase): number {
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

/** How many vectors are sealed at once. */
const atOnce = 20_000

interface UnsealedVector {
  readonly id: number
  readonly hash: Uint8Array
  readonly value: Uint8Array
}

/**
 * Gives what was written before there were checksums the one of what is there now; to be called inside a transaction.
 * Of vectors only so many that it does not take long: the rest follows another time.
 */
export function sealAll(database: SqlDatabase): void {
  for (const table of Object.keys(sealedTables) as SealedTable[]) {
    for (const { key, checksum } of readSealed(database, table)) {
      if (checksum === null) sealRow(database, table, key)
    }
  }
  const seal = database.prepare('UPDATE vector SET checksum = ? WHERE id = ?')
  const unsealed = database.prepare<UnsealedVector>(
    'SELECT id, text_hash AS hash, value FROM vector INDEXED BY vector_unsealed WHERE checksum IS NULL LIMIT ?',
  )
  for (const { id, hash, value } of unsealed.all(atOnce)) seal.run(vectorChecksum(hash, value), id)
}
