import zlib from 'node:zlib'
import type { EmbeddingInput, Field, NewChunk, Span, StoredDocument } from '@recallite/store'
import { givenIds, type SqlDatabase, type SqlValue } from '../connection/sql-database.js'

type Part = string | number | bigint | null | undefined

/** CRC-32 of a row's values. Detects every change of up to 32 adjacent bits, and misses one in four billion others. */
export function checksumOf(parts: readonly Part[]): number {
  return zlib.crc32(parts.map((part) => ((part ?? null) === null ? '' : String(part))).join('\0'))
}

/** CRC-32 of several byte arrays in order. */
export const checksumOfBytes = (...parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, bytes) => zlib.crc32(bytes, sum), 0)

/** The sum of checksums in 32 bits, independent of their order. */
export function sumOf(checksums: Iterable<number>): number {
  let sum = 0
  for (const checksum of checksums) sum = (sum + checksum) >>> 0
  return sum
}

/** What a document's checksum covers: all that a sync does not compare with the source anyway. */
export interface DocumentContent extends Pick<StoredDocument, 'path' | 'title' | 'contentHash'> {
  /** As JSON. */
  readonly metadata: string
  readonly date: string | null
  readonly language: string | null
  readonly isSecret: number
}

/** The checksum of a document and its fields, in any order. */
export function documentChecksum(content: DocumentContent, fields: readonly Field[]): number {
  const { path, title, metadata, date, language, isSecret, contentHash } = content
  const ofFields = sumOf(fields.map(fieldChecksum))
  return checksumOf([path, title, metadata, date, language, isSecret, contentHash, fields.length, ofFields])
}

const fieldChecksum = ({ key, text, number, first, last }: Field): number =>
  checksumOf([key, text, number, first, last])

export interface InputContent extends EmbeddingInput {
  readonly hash: Uint8Array
}

/** What a chunk's checksum covers; `heading` is JSON, `sections` one per line or null. */
export interface ChunkContent extends Span, Pick<NewChunk, 'id' | 'text' | 'tokens'> {
  readonly documentId: number
  readonly position: number
  /** As JSON. */
  readonly heading: string
  readonly sections: string | null
  readonly length: number
  readonly words: Uint8Array
}

/** The checksum of a chunk and its texts to embed, in order. */
export function chunkChecksum(content: ChunkContent, inputs: readonly InputContent[]): number {
  const { documentId, id, position, startLine, endLine, startColumn, endColumn } = content
  const { heading, text, tokens, sections, length, words } = content
  const location = [documentId, id, position, startLine, endLine, startColumn, endColumn]
  const sums = [checksumOfBytes(words, ...inputs.map(({ hash }) => hash)), inputs.length]
  const parts = inputs.flatMap(({ prefix, from, to }) => [prefix, from, to])
  return checksumOf([...location, heading, text, tokens, sections, length, ...sums, ...parts])
}

/** Small tables on which many rows depend, and their keys: each row has a checksum of all its other columns. */
export const checkedTables = { root: 'id', space: 'id', note: 'name' } as const

export type CheckedTable = keyof typeof checkedTables

/** The columns of a row, in the order of the table. */
type Columns = Iterable<readonly [name: string, value: SqlValue]>

/** Whether a row matches its checksum. */
export function isSoundRow(columns: Columns): boolean {
  const row = new Map(columns)
  return row.get('checksum') === rowChecksum(row)
}

/** Writes the checksum of a row, in the transaction that wrote the row. */
export function writeChecksum(database: SqlDatabase, table: CheckedTable, key: SqlValue): void {
  const where = `WHERE ${checkedTables[table]} = ?`
  const row = database.prepare<Record<string, SqlValue>>(`SELECT * FROM ${table} ${where}`).get(key)
  if (!row) return
  database.prepare(`UPDATE ${table} SET checksum = ? ${where}`).run(rowChecksum(Object.entries(row)), key)
}

function rowChecksum(columns: Columns): number {
  const covered = [...columns].filter(([name]) => name !== 'checksum')
  return checksumOf(
    covered.map(([, value]) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
  )
}

interface Checked {
  readonly documentId: number
  /** Null if the document or its root is gone, as is `path`. */
  readonly root: string | null
  readonly path: string | null
  readonly checksum: number | null
}

export type DocumentRow = Checked & DocumentContent

/** A chunk's row, with its row id. */
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

/** Filters rows by their checksums; one statement each reads the fields and the texts to embed of all given rows. */
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
