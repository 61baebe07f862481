import { foldLine, type ChunkWords, type IndexWord, type NewChunk } from '@recallite/store'
import { indexToken } from './keyword/index-token.js'
import { encodeWordList } from './keyword/word-list.js'
import type { SqlDatabase } from './sql-database.js'
import { hashText } from './text-hash.js'

const insertSql = `
INSERT INTO chunk
  (public_id, document_id, position, start_line, end_line, start_column, end_column, heading, text, tokens, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
RETURNING id`

function indexTokens(words: readonly IndexWord[], form: keyof IndexWord): string {
  return words.map((word) => indexToken(word[form])).join(' ')
}

function prepareChunks(database: SqlDatabase) {
  return {
    birthdays: database.prepare<{ id: string; createdAt: number }>(
      'SELECT public_id AS id, created_at AS createdAt FROM chunk WHERE document_id = ?',
    ),
    remove: database.prepare('DELETE FROM chunk WHERE document_id = ?'),
    insert: database.prepare<{ id: number }>(insertSql),
    insertWords: database.prepare('INSERT INTO chunk_words (rowid, words, parts, place) VALUES (?, ?, ?, ?)'),
    insertForms: database.prepare('INSERT INTO chunk_forms (rowid, forms) VALUES (?, ?)'),
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

  function addWords(chunkId: number, words: ChunkWords): void {
    const { text, parts, place } = words
    sql.insertWords.run(chunkId, ...[text, parts, place].map((list) => indexTokens(list, 'stem')))
    sql.insertForms.run(chunkId, indexTokens(text, 'form'))
    sql.insertList.run(chunkId, text.length, encodeWordList(words))
  }

  function addSections(chunkId: number, { heading, sections = heading }: NewChunk): void {
    if (sections.length > 0) sql.insertSections.run(chunkId, sections.map(foldLine).join('\n'))
  }

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
    addWords(chunkId, chunk.words)
    addSections(chunkId, chunk)
    for (const [position, { prefix, from, to }] of chunk.inputs.entries()) {
      const hash = hashText(prefix + chunk.text.slice(from, to))
      sql.insertInput.run(chunkId, position, hash, prefix, from, to)
    }
  }

  const removeAll = (documentId: number): void => void sql.remove.run(documentId)

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
