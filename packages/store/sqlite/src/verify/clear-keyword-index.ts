import type { SqlDatabase } from '../sql-database.js'

/**
 * Empties the keyword index: what words it held is known of their hashes only. Every document is cut anew by the next
 * sync, and fills it again; vectors stay.
 */
export function clearKeywordIndex(database: SqlDatabase): void {
  for (const index of ['chunk_words', 'chunk_forms']) {
    database.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`)
  }
  database.exec(`UPDATE chunk_word_list SET index_checksum = 0; UPDATE document SET recipe = ''`)
}
