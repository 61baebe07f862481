import { type DocumentKind, totalIds } from './document-kind.js'
import type { SqlDatabase } from '../connection/sql-database.js'

/**
 * Counts the documents, chunks, words and texts that a transaction adds to one kind, and enters them at its end. Triggers would enter them
 * row by row, and undoing one row of a statement with a trigger needs copies of the pages that it changes: that takes a fourth of
 * the time of writing chunks.
 */
export function createAddedCounts(database: SqlDatabase, kind: DocumentKind) {
  const sql = prepareCounts(database, kind)
  let roots = new Map<number, { documents: number; chunks: number }>()
  let [chunks, words, texts] = [0, 0, 0]
  let newTexts: Uint8Array[] = []
  let hasSpaces = false

  function ofRoot(root: number) {
    const counts = roots.get(root) ?? { documents: 0, chunks: 0 }
    roots.set(root, counts)
    return counts
  }

  return {
    /** At the beginning of a transaction. */
    begin(): void {
      roots = new Map()
      ;[chunks, words, texts] = [0, 0, 0]
      newTexts = []
      hasSpaces = sql.hasSpaces.get()?.found === 1
    },
    addDocument(root: number): void {
      ofRoot(root).documents += 1
    },
    addChunk(root: number, length: number): void {
      ofRoot(root).chunks += 1
      chunks += 1
      words += length
    },
    /** Before the text is written. */
    addText(hash: Uint8Array): void {
      if (sql.isKnown.get(hash)) return
      texts += 1
      if (hasSpaces) newTexts.push(hash)
    },
    /** At the end of the transaction, inside it. */
    enter(): void {
      for (const [root, counts] of roots) sql.addToRoot.run(counts.documents, counts.chunks, root)
      if (chunks > 0) sql.addWords.run(chunks, words, chunks)
      if (texts > 0) sql.addTexts.run(texts)
      for (const hash of newTexts) sql.addUsed.run(hash)
    },
  }
}

function prepareCounts(database: SqlDatabase, kind: DocumentKind) {
  return {
    hasSpaces: database.prepare<{ found: number }>('SELECT EXISTS (SELECT 1 FROM space) AS found'),
    isKnown: database.prepare('SELECT 1 FROM embedding_input WHERE text_hash = ? LIMIT 1'),
    addToRoot: database.prepare(
      'UPDATE root_count SET documents = documents + ?, chunks = chunks + ? WHERE root_id = ?',
    ),
    addWords: database.prepare(
      `UPDATE keyword_total SET chunks = chunks + ?, words = words + ?, changed = changed + ?
       WHERE id = ${totalIds[kind]}`,
    ),
    addTexts: database.prepare('UPDATE text_count SET texts = texts + ? WHERE id = 1'),
    addUsed: database.prepare(
      `UPDATE space_count SET used = used + 1
       WHERE EXISTS (SELECT 1 FROM vector WHERE vector.space_id = space_count.space_id AND text_hash = ?)`,
    ),
  }
}
