import crypto from 'node:crypto'
import { foldLine, type NewChunk } from '@recallite/store'
import { chunkChecksum, type ChunkContent } from './checksum.js'
import { chunkIds, type DocumentKind, isOfKind } from './document-kind.js'
import { indexEntries, type IndexEntries } from '../keyword/index-writer.js'
import type { SqlDatabase, SqlValue } from '../connection/sql-database.js'

/** Writes chunks, their words and the texts to embed, inside a transaction: `begin` first, `finish` last. */
export function createChunkWriter(database: SqlDatabase, kind: DocumentKind) {
  const sql = prepareChunks(database, kind)
  let toIndex: { readonly id: number; readonly entries: IndexEntries }[] = []
  let lastId = 0
  let mayBeUnused = false

  /** Writes everything of a chunk except its rows in FTS5. */
  function add(content: ChunkContent, chunk: NewChunk, createdAt: number): void {
    const inputs = chunk.inputs.map(({ prefix, from, to }) => {
      // The first 16 bytes of its SHA-256 identify a text.
      const hash = crypto.hash('sha256', prefix + chunk.text.slice(from, to), 'buffer').subarray(0, 16)
      return { hash, prefix, from, to }
    })
    const checksum = chunkChecksum(content, inputs)
    const chunkId = (lastId += 1)
    sql.insert.run(chunkId, ...valuesOf(content), checksum, createdAt)
    const entries = indexEntries(chunk.words)
    sql.insertList.run(chunkId, content.length, content.words, entries.checksum)
    if (content.sections !== null) sql.insertSections.run(chunkId, content.sections)
    for (const [position, { hash, prefix, from, to }] of inputs.entries()) {
      sql.insertInput.run(chunkId, position, hash, prefix, from, to)
      if (mayBeUnused) sql.isBack.run(hash)
    }
    toIndex.push({ id: chunkId, entries })
  }

  const removeAll = (documentId: number): void => void sql.remove.run(documentId)

  return {
    removeAll,

    begin(): void {
      toIndex = []
      lastId = sql.lastId.get()?.id ?? chunkIds[kind].first - 1
      mayBeUnused = sql.firstUnused.get() !== undefined
    },

    /** Replaces a document's chunks; a chunk with an existing id keeps its creation time. */
    replace(document: PlacedDocument, chunks: readonly NewChunk[], at: number): void {
      const created = document.isNew ? [] : sql.birthdays.all(document.id)
      if (created.length > 0) removeAll(document.id)
      const createdAt = new Map(created.map((row) => [row.id, row.createdAt]))
      for (const [position, chunk] of chunks.entries()) {
        const content = contentOf(chunk, { documentId: document.id, position })
        add(content, chunk, createdAt.get(chunk.id) ?? at)
      }
    },

    /** Adds the words of all chunks, at the end: between statements on other tables FTS5 would flush to disk each time. */
    finish(): void {
      for (const { id, entries } of toIndex) {
        sql.insertWords.run(id, entries.text, entries.parts, entries.place)
        sql.insertForms.run(id, entries.forms)
      }
      toIndex = []
    },
  }
}

interface PlacedDocument {
  readonly id: number
  readonly isNew: boolean
}

const insertSql = `
INSERT INTO chunk
  (id, public_id, document_id, position, start_line, end_line, start_column, end_column, heading, text, tokens, checksum,
   created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** The values of `insertSql` up to the checksum. */
function valuesOf(content: ChunkContent): SqlValue[] {
  const { id, documentId, position, startLine, endLine, startColumn, endColumn } = content
  const { heading, text, tokens } = content
  return [id, documentId, position, startLine, endLine, startColumn, endColumn, heading, text, tokens]
}

function prepareChunks(database: SqlDatabase, kind: DocumentKind) {
  return {
    birthdays: database.prepare<{ id: string; createdAt: number }>(
      'SELECT public_id AS id, created_at AS createdAt FROM chunk WHERE document_id = ?',
    ),
    lastId: database.prepare<{ id: number }>(
      `SELECT id FROM chunk WHERE ${isOfKind('id', kind)} ORDER BY id DESC LIMIT 1`,
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
    insertWords: database.prepare('INSERT INTO chunk_words (rowid, words, parts, place) VALUES (?, ?, ?, ?)'),
    insertForms: database.prepare('INSERT INTO chunk_forms (rowid, forms) VALUES (?, ?)'),
    firstUnused: database.prepare('SELECT 1 FROM vector WHERE unused_since IS NOT NULL LIMIT 1'),
    isBack: database.prepare(
      'UPDATE vector SET unused_since = NULL WHERE unused_since IS NOT NULL AND text_hash = ?',
    ),
  }
}

function contentOf(chunk: NewChunk, place: { documentId: number; position: number }): ChunkContent {
  const { heading, sections = heading } = chunk
  return {
    ...chunk,
    ...place,
    heading: JSON.stringify(heading),
    sections: sections.length > 0 ? sections.map(foldLine).join('\n') : null,
    length: chunk.words.text.length,
    words: chunk.termList,
  }
}
