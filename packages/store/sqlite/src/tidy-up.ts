import { countDeleted, giveBackRoom } from './give-back-room.js'
import { countCommonWords, removeGoneWords } from './keyword/count-common-words.js'
import { sealAll } from './seal-all.js'
import type { SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './write-transaction.js'

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
