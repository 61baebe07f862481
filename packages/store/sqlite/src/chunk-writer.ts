import { foldLine, type NewChunk } from '@recallite/store'
import { createIndexWriter } from './keyword/index-writer.js'
import { encodeWordList } from './keyword/word-list.js'
import type { SqlDatabase } from './sql-database.js'
import { hashText } from './text-hash.js'

const insertSql = `
INSERT INTO chunk
  (public_id, document_id, position, start_line, end_line, start_column, end_column, heading, text, tokens, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

function prepareChunks(database: SqlDatabase) {
  return {
    birthdays: database.prepare<{ id: string; createdAt: number }>(
      'SELECT public_id AS id, created_at AS createdAt FROM chunk WHERE document_id = ?',
    ),
    remove: database.prepare('DELETE FROM chunk WHERE document_id = ?'),
    insert: database.prepare(insertSql),
    insertList: database.prepare('INSERT INTO chunk_word_list (chunk_id, length, words) VALUES (?, ?, ?)'),
    insertSections: database.prepare('INSERT INTO chunk_sections (chunk_id, titles) VALUES (?, ?)'),
    insertInput: database.prepare(
      `INSERT INTO embedding_input (chunk_id, position, text_hash, prefix, text_from, text_to)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
  }
}

/** Chunks of one document, with their words and the texts to embed; to be called inside a transaction. */
export function createChunkWriter(database: SqlDatabase) {
  const sql = prepareChunks(database)
  const index = createIndexWriter(database)

  function addSections(chunkId: number | bigint, { heading, sections = heading }: NewChunk): void {
    if (sections.length > 0) sql.insertSections.run(chunkId, sections.map(foldLine).join('\n'))
  }

  function addInputs(chunkId: number | bigint, { inputs, text }: NewChunk): void {
    for (const [position, { prefix, from, to }] of inputs.entries()) {
      const hash = hashText(prefix + text.slice(from, to))
      sql.insertInput.run(chunkId, position, hash, prefix, from, to)
    }
  }

  /** Everything but what FTS5 has of it. */
  function add(
    documentId: number,
    chunk: NewChunk,
    place: { position: number; createdAt: number },
  ): number | bigint {
    const { lastInsertRowid: chunkId } = sql.insert.run(
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
    sql.insertList.run(chunkId, chunk.words.text.length, encodeWordList(chunk.words))
    addSections(chunkId, chunk)
    addInputs(chunkId, chunk)
    return chunkId
  }

  const removeAll = (documentId: number): void => void sql.remove.run(documentId)

  return {
    removeAll,

    /** A chunk that was there before keeps its time of creation. */
    replace(documentId: number, chunks: readonly NewChunk[], at: number): void {
      const created = new Map(sql.birthdays.all(documentId).map(({ id, createdAt }) => [id, createdAt]))
      if (created.size > 0) removeAll(documentId)
      const added = Array.from(chunks, (chunk, position) => {
        const createdAt = created.get(chunk.id) ?? at
        return { words: chunk.words, id: add(documentId, chunk, { position, createdAt }) }
      })
      // The index comes last: FTS5 is to write once for all chunks.
      for (const { id, words } of added) index.add(id, words)
    },
  }
}
