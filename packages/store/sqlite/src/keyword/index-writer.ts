import type { ChunkWords, IndexWord } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { indexToken } from './index-token.js'

function indexTokens(words: readonly IndexWord[], form: keyof IndexWord): string {
  return words.map((word) => indexToken(word[form])).join(' ')
}

/** Chunks' words in the tables of FTS5; to be called inside a transaction. */
export function createIndexWriter(database: SqlDatabase) {
  const insertWords = database.prepare(
    'INSERT INTO chunk_words (rowid, words, parts, place) VALUES (?, ?, ?, ?)',
  )
  const insertForms = database.prepare('INSERT INTO chunk_forms (rowid, forms) VALUES (?, ?)')
  return {
    /**
     * Adds a chunk's words. FTS5 writes what it was given to disk whenever another table's statement begins that may have
     * to be undone by itself, as those with triggers do: chunks are best added one right behind the other.
     */
    add(chunkId: number | bigint, { text, parts, place }: ChunkWords): void {
      insertWords.run(chunkId, ...[text, parts, place].map((list) => indexTokens(list, 'stem')))
      insertForms.run(chunkId, indexTokens(text, 'form'))
    },
  }
}
