import type { Field } from '@recallite/store'
import { givenIds, type SqlDatabase } from '../../connection/sql-database.js'
import {
  chunkChecksum,
  documentChecksum,
  type ChunkContent,
  type DocumentContent,
  type InputContent,
} from '../../documents/checksum.js'

interface Checked {
  readonly documentId: number
  /** Null where the document or its root is gone, as is `path`. */
  readonly root: string | null
  readonly path: string | null
  readonly checksum: number | null
}

/** A document's row as `documentChecksum` takes it. */
export type DocumentRow = Checked & DocumentContent

/** A chunk's row, with its row id, as `chunkChecksum` takes it. */
export type ChunkRow = Checked & ChunkContent & { readonly row: number }

/** Reads documents; `WHERE` may follow. */
export const documentSql = `
SELECT document.id AS documentId, root.name AS root, document.path AS path, document.checksum AS checksum, title,
  metadata, date, language, is_secret AS isSecret, content_hash AS contentHash
FROM document LEFT JOIN root ON root.id = document.root_id`

/** Reads chunks; `WHERE` may follow. */
export const chunkSql = `
SELECT chunk.id AS row, chunk.document_id AS documentId, root.name AS root, document.path AS path,
  chunk.checksum AS checksum, chunk.public_id AS id, chunk.position AS position,
  chunk.start_line AS startLine, chunk.end_line AS endLine, chunk.start_column AS startColumn,
  chunk.end_column AS endColumn, chunk.heading AS heading, chunk.text AS text, chunk.tokens AS tokens,
  chunk_sections.titles AS sections, coalesce(list.length, -1) AS length, coalesce(list.words, x'') AS words
FROM chunk
LEFT JOIN document ON document.id = chunk.document_id
LEFT JOIN root ON root.id = document.root_id
LEFT JOIN chunk_sections ON chunk_sections.chunk_id = chunk.id
LEFT JOIN chunk_word_list AS list ON list.chunk_id = chunk.id`

type FieldOfDocument = Field & { readonly documentId: number }
type InputOfChunk = InputContent & { readonly row: number }

/** Verifies the checksums of rows; the fields and the texts to embed of all given rows are read by one statement each. */
export function createRowVerifier(database: SqlDatabase) {
  const fields = database.prepare<FieldOfDocument>(
    `SELECT document_id AS documentId, key, text, number, first, last FROM document_field WHERE document_id IN (${givenIds})`,
  )
  const inputs = database.prepare<InputOfChunk>(
    `SELECT chunk_id AS row, text_hash AS hash, prefix, text_from AS "from", text_to AS "to"
     FROM embedding_input WHERE chunk_id IN (${givenIds}) ORDER BY chunk_id, position`,
  )
  return {
    soundDocuments(rows: readonly DocumentRow[]): DocumentRow[] {
      const all = fields.all(JSON.stringify(rows.map(({ documentId }) => documentId)))
      const byDocument = Map.groupBy(all, ({ documentId }) => documentId)
      return rows.filter(
        (row) => row.checksum === documentChecksum(row, byDocument.get(row.documentId) ?? []),
      )
    },
    soundChunks(rows: readonly ChunkRow[]): ChunkRow[] {
      const all = inputs.all(JSON.stringify(rows.map(({ row }) => row)))
      const byChunk = Map.groupBy(all, ({ row }) => row)
      return rows.filter((row) => row.checksum === chunkChecksum(row, byChunk.get(row.row) ?? []))
    },
  }
}
