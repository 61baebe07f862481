import { giveBackRoom } from './give-back-room.js'
import { countCommonWords } from './keyword/count-common-words.js'
import { sealAll } from './seal-all.js'
import type { SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './write-transaction.js'

/** The share of a file that must be free for it to be written anew. */
const worthGivingBack = 1 / 8

/**
 * Puts the indexes in order after many writes, and gives free room back. No PRAGMA optimize: statistics of a young index
 * make plans that scan the table once it has grown.
 */
export function tidyUp(database: SqlDatabase): void {
  for (const index of ['chunk_words', 'chunk_forms']) {
    database.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`)
  }
  countCommonWords(database)
  inWriteTransaction(database, () => sealAll(database))
  giveBackRoom(database, worthGivingBack)
}
