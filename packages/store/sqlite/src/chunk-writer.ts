import type { NewChunk } from '@recallite/store'
import type { SqlDatabase } from './sql-database.js'
import { hashText } from './text-hash.js'

const insertSql = `
INSERT INTO chunk
  (public_id, document_id, position, start_line, end_line, start_column, end_column, heading, text, tokens, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
RETURNING id`

function prepareChunks(database: SqlDatabase) {
  return {
    birthdays: database.prepare<{ id: string; createdAt: number }>(
      'SELECT public_id AS id, created_at AS createdAt FROM chunk WHERE document_id = ?',
    ),
    removeWords: database.prepare(
      'DELETE FROM chunk_words WHERE rowid IN (SELECT id FROM chunk WHERE document_id = ?)',
    ),
    remove: database.prepare('DELETE FROM chunk WHERE document_id = ?'),
    insert: database.prepare<{ id: number }>(insertSql),
    insertWords: database.prepare('INSERT INTO chunk_words (rowid, words) VALUES (?, ?)'),
    insertInput: database.prepare(
      `INSERT INTO embedding_input (chunk_id, position, text_hash, prefix, text_from, text_to)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
  }
}

/** Chunks of one document, with their words and the texts to embed; to be called inside a transaction. */
export function createChunkWriter(database: SqlDatabase) {
  const sql = prepareChunks(database)

  function add(documentId: number, chunk: NewChunk, place: { position: number; createdAt: number }): void {
    const row = sql.insert.get(
      chunk.id,
      documentId,
      place.position,
      chunk.startLine,
      chunk.endLine,
      chunk.startColumn,
      chunk.endColumn,
      JSON.stringify(chunk.heading),
      chunk.text,
      chunk.tokens,
      place.createdAt,
    )
    if (!row) return
    const chunkId = row.id
    sql.insertWords.run(chunkId, chunk.words)
    for (const [position, { prefix, from, to }] of chunk.inputs.entries()) {
      const hash = hashText(prefix + chunk.text.slice(from, to))
      sql.insertInput.run(chunkId, position, hash, prefix, from, to)
    }
  }

  function removeAll(documentId: number): void {
    sql.removeWords.run(documentId)
    sql.remove.run(documentId)
  }

  return {
    removeAll,

    /** A chunk that was there before keeps its time of creation. */
    replace(documentId: number, chunks: readonly NewChunk[], at: number): void {
      const created = new Map(sql.birthdays.all(documentId).map(({ id, createdAt }) => [id, createdAt]))
      if (created.size > 0) removeAll(documentId)
      for (const [position, chunk] of chunks.entries()) {
        add(documentId, chunk, { position, createdAt: created.get(chunk.id) ?? at })
      }
    },
  }
}
