import { hash as digest } from 'node:crypto'
import { foldLine, type ChunkWords, type NewChunk } from '@recallite/store'
import { chunkChecksum, type ChunkContent, type InputContent } from './checksum.js'
import { createIndexWriter, indexChecksum } from './keyword/index-writer.js'
import type { SqlDatabase } from './sql-database.js'

/** Writes the chunks of a document with their words and the texts to embed; to be called inside a transaction. */
export function createChunkWriter(database: SqlDatabase) {
  const sql = prepareChunks(database)
  const index = createIndexWriter(database)

  /** Writes everything of a chunk except what FTS5 has of it. */
  function add(content: ChunkContent, chunk: NewChunk, createdAt: number): number | bigint {
    const inputs = inputsOf(chunk)
    const { lastInsertRowid: chunkId } = sql.insert.run(
      content.id,
      content.documentId,
      content.position,
      content.startLine,
      content.endLine,
      content.startColumn,
      content.endColumn,
      content.heading,
      content.text,
      content.tokens,
      chunkChecksum(content, inputs),
      createdAt,
    )
    sql.insertList.run(chunkId, content.length, content.words, indexChecksum(chunk.words))
    if (content.sections !== null) sql.insertSections.run(chunkId, content.sections)
    for (const [position, { hash, prefix, from, to }] of inputs.entries()) {
      sql.insertInput.run(chunkId, position, hash, prefix, from, to)
      sql.isBack.run(hash)
    }
    return chunkId
  }

  const removeAll = (documentId: number): void => void sql.remove.run(documentId)
  let added: { readonly id: number | bigint; readonly words: ChunkWords }[] = []

  return {
    removeAll,

    /** Puts chunks in place of those that the document has; one with a known id keeps its time of creation. */
    replace(documentId: number, chunks: readonly NewChunk[], at: number): void {
      const created = new Map(sql.birthdays.all(documentId).map(({ id, createdAt }) => [id, createdAt]))
      if (created.size > 0) removeAll(documentId)
      for (const [position, chunk] of chunks.entries()) {
        const content = contentOf(chunk, { documentId, position })
        added.push({ words: chunk.words, id: add(content, chunk, created.get(chunk.id) ?? at) })
      }
    },

    /** Adds the words of all chunks at the end of the transaction, so that FTS5 writes once for all of them. */
    indexAdded(): void {
      for (const { id, words } of added) index.add(id, words)
      added = []
    },

    /** Forgets what was added: at the beginning of a transaction, as the one before may have failed. */
    begin(): void {
      added = []
    },
  }
}

const insertSql = `
INSERT INTO chunk
  (public_id, document_id, position, start_line, end_line, start_column, end_column, heading, text, tokens, checksum,
   created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

function prepareChunks(database: SqlDatabase) {
  return {
    birthdays: database.prepare<{ id: string; createdAt: number }>(
      'SELECT public_id AS id, created_at AS createdAt FROM chunk WHERE document_id = ?',
    ),
    remove: database.prepare('DELETE FROM chunk WHERE document_id = ?'),
    insert: database.prepare(insertSql),
    insertList: database.prepare(
      'INSERT INTO chunk_word_list (chunk_id, length, words, index_checksum) VALUES (?, ?, ?, ?)',
    ),
    insertSections: database.prepare('INSERT INTO chunk_sections (chunk_id, titles) VALUES (?, ?)'),
    insertInput: database.prepare(
      `INSERT INTO embedding_input (chunk_id, position, text_hash, prefix, text_from, text_to)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    isBack: database.prepare('DELETE FROM unused_text WHERE text_hash = ?'),
  }
}

function contentOf(chunk: NewChunk, place: { documentId: number; position: number }): ChunkContent {
  const { id, startLine, endLine, startColumn, endColumn, text, tokens, words } = chunk
  const { heading, sections = heading } = chunk
  return {
    ...place,
    id,
    startLine,
    endLine,
    startColumn,
    endColumn,
    text,
    tokens,
    heading: JSON.stringify(heading),
    sections: sections.length > 0 ? sections.map(foldLine).join('\n') : null,
    length: words.text.length,
    words: chunk.termList,
  }
}

function inputsOf({ inputs, text }: NewChunk): InputContent[] {
  return inputs.map(({ prefix, from, to }) => {
    // The first 16 bytes of its SHA-256 identify a text.
    const hash = digest('sha256', prefix + text.slice(from, to), 'buffer').subarray(0, 16)
    return { hash, prefix, from, to }
  })
}
