import zlib from 'node:zlib'
import type { EmbeddingInput, Field, NewChunk, Span, StoredDocument } from '@recallite/store'
import type { SqlDatabase, SqlValue } from '../connection/sql-database.js'

type Part = string | number | bigint | null | undefined

/**
 * CRC-32 of the values of a row, texts in UTF-8. It differs after every change of up to 32 neighbouring bits, and after
 * all other changes except one in four thousand million.
 */
export function checksumOf(parts: readonly Part[]): number {
  return zlib.crc32(parts.map((part) => ((part ?? null) === null ? '' : String(part))).join('\0'))
}

/** CRC-32 of bytes, one array after the other. */
export const checksumOfBytes = (...parts: readonly Uint8Array[]): number => continueChecksum(0, ...parts)

/** CRC-32 of bytes behind others of which the checksum is known. */
export function continueChecksum(begin: number, ...parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, bytes) => zlib.crc32(bytes, sum), begin)
}

/** The sum of checksums, which does not depend on their order. */
export function sumOf(checksums: Iterable<number>): number {
  let sum = 0
  for (const checksum of checksums) sum = (sum + checksum) >>> 0
  return sum
}

/** What a document's checksum covers: all but what every sync compares with the source anyway. */
export interface DocumentContent extends Pick<StoredDocument, 'path' | 'title' | 'contentHash'> {
  /** As JSON. */
  readonly metadata: string
  readonly date: string | null
  readonly language: string | null
  readonly isSecret: number
}

/** The checksum of a document and its fields, which may come in any order. */
export function documentChecksum(content: DocumentContent, fields: readonly Field[]): number {
  const { path, title, metadata, date, language, isSecret, contentHash } = content
  const ofFields = sumOf(fields.map(fieldChecksum))
  return checksumOf([path, title, metadata, date, language, isSecret, contentHash, fields.length, ofFields])
}

const fieldChecksum = ({ key, text, number, first, last }: Field): number =>
  checksumOf([key, text, number, first, last])

/** A text to embed as the database has it. */
export interface InputContent extends EmbeddingInput {
  readonly hash: Uint8Array
}

/** What a chunk's checksum covers. */
export interface ChunkContent extends Span, Pick<NewChunk, 'id' | 'text' | 'tokens'> {
  readonly documentId: number
  readonly position: number
  /** As JSON. */
  readonly heading: string
  /** One on a line; null if there are none. */
  readonly sections: string | null
  readonly length: number
  readonly words: Uint8Array
}

/** The checksum of a chunk and of the texts to embed for it, in their order. */
export function chunkChecksum(content: ChunkContent, inputs: readonly InputContent[]): number {
  const { documentId, id, position, startLine, endLine, startColumn, endColumn } = content
  const { heading, text, tokens, sections, length, words } = content
  const location = [documentId, id, position, startLine, endLine, startColumn, endColumn]
  const sums = [checksumOfBytes(words, ...inputs.map(({ hash }) => hash)), inputs.length]
  const parts = inputs.flatMap(({ prefix, from, to }) => [prefix, from, to])
  return checksumOf([...location, heading, text, tokens, sections, length, ...sums, ...parts])
}

/** Tables of few rows on which many others depend, and their keys: each row has a checksum of all its other columns. */
export const checkedTables = { root: 'id', space: 'id', note: 'name' } as const

/** The name of such a table. */
export type CheckedTable = keyof typeof checkedTables

/** The columns of a row with their values, in the order of the table. */
type Columns = Iterable<readonly [name: string, value: SqlValue]>

/** Whether a row is as it was written. */
export function isSoundRow(columns: Columns): boolean {
  const row = new Map(columns)
  return row.get('checksum') === rowChecksum(row)
}

/** Writes the checksum of a row; to be called inside the transaction that wrote the row. */
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
