import type { Field } from '@recallite/store'
import {
  chunkChecksum,
  type ChunkContent,
  documentChecksum,
  type DocumentContent,
  type InputContent,
} from '../checksum.js'
import { vectorChecksum } from '../seal.js'
import type { SqlDatabase } from '../sql-database.js'
import { decodeNumbers } from '../vector-row.js'
import { type AddressRow, type Check, distinctAddresses, type Finding } from './finding.js'

/** Documents, with their fields, against their checksums. */
export const checkDocuments: Check = (database) =>
  documentFinding(
    database,
    Array.from(damagedDocuments(database), pick),
    'what is kept of documents has changed',
  )

/** Chunks, with the texts to embed for them and the words that they are scored by, against their checksums. */
export const checkChunks: Check = (database) =>
  documentFinding(
    database,
    Array.from(damagedChunks(database), pick),
    'texts of chunks, or what goes with them, have changed',
  )

/** Vectors against their checksums. */
export const checkVectors: Check = (database) => {
  const damaged: Pick<VectorRow, 'id' | 'hash'>[] = []
  for (const row of database.prepare<VectorRow>(vectorsSql).iterate()) {
    if (!isVectorSound(row)) damaged.push({ id: row.id, hash: row.hash })
  }
  if (damaged.length === 0) return []
  const holders = database.prepare<AddressRow>(holdersSql)
  const documents = distinctAddresses(damaged.flatMap(({ hash }) => holders.all(hash)))
  const reason = 'the numbers of vectors have changed'
  return [
    {
      damage: { part: 'vectors', count: damaged.length, reason, isRestorable: false, documents },
      mend: () => removeVectors(database, damaged),
    },
  ]
}

/** A row with the checksum that it was given. */
export interface Sealed extends AddressRow {
  readonly documentId: number
  readonly checksum: number | null
  /** Empty until its document is cut by this version: then it may lack a checksum. */
  readonly recipe: string | null
}

/** Documents, as text; `WHERE` may follow. */
export const documentSql = `
SELECT document.id AS documentId, root.name AS root, document.path AS path, document.checksum AS checksum, recipe, title,
  metadata, date, language, is_secret AS isSecret, content_hash AS contentHash
FROM document LEFT JOIN root ON root.id = document.root_id`

/** Chunks, as text; `WHERE` may follow. */
export const chunkSql = `
SELECT chunk.id AS row, chunk.document_id AS documentId, root.name AS root, document.path AS path,
  chunk.checksum AS checksum, document.recipe AS recipe, chunk.public_id AS id, chunk.position AS position,
  chunk.start_line AS startLine, chunk.end_line AS endLine, chunk.start_column AS startColumn,
  chunk.end_column AS endColumn, chunk.heading AS heading, chunk.text AS text, chunk.tokens AS tokens,
  chunk_sections.titles AS sections, coalesce(list.length, -1) AS length, coalesce(list.words, x'') AS words
FROM chunk
LEFT JOIN document ON document.id = chunk.document_id
LEFT JOIN root ON root.id = document.root_id
LEFT JOIN chunk_sections ON chunk_sections.chunk_id = chunk.id
LEFT JOIN chunk_word_list AS list ON list.chunk_id = chunk.id`

/** The fields of a document. */
export const fieldsSql = 'SELECT key, text, number, first, last FROM document_field WHERE document_id = ?'

/** The texts to embed for a chunk. */
export const inputsSql = `
SELECT text_hash AS hash, prefix, text_from AS "from", text_to AS "to"
FROM embedding_input WHERE chunk_id = ? ORDER BY position`

/** Whether a row is not as it was written. */
export function isDamaged({ checksum, recipe }: Sealed, actual: () => number): boolean {
  return checksum === null ? recipe !== '' : checksum !== actual()
}

function* damagedDocuments(database: SqlDatabase): Generator<Sealed> {
  const fields = database.prepare<Field>(fieldsSql)
  for (const row of database.prepare<Sealed & DocumentContent>(documentSql).iterate()) {
    if (isDamaged(row, () => documentChecksum(row, fields.all(row.documentId)))) yield row
  }
}

function* damagedChunks(database: SqlDatabase): Generator<Sealed> {
  const inputs = database.prepare<InputContent>(inputsSql)
  for (const row of database.prepare<Sealed & ChunkContent & { row: number }>(chunkSql).iterate()) {
    if (isDamaged(row, () => chunkChecksum(row, inputs.all(row.row)))) yield row
  }
}

function documentFinding(database: SqlDatabase, rows: readonly Sealed[], reason: string): Finding[] {
  if (rows.length === 0) return []
  const documents = distinctAddresses(rows)
  const ids = new Set(rows.map(({ documentId }) => documentId))
  return [
    {
      damage: { part: 'documents', count: rows.length, reason, isRestorable: false, documents },
      mend: () => removeDocuments(database, ids),
    },
  ]
}

function removeDocuments(database: SqlDatabase, ids: ReadonlySet<number>): void {
  const removeChunks = database.prepare('DELETE FROM chunk WHERE document_id = ?')
  const remove = database.prepare('DELETE FROM document WHERE id = ?')
  for (const id of ids) {
    removeChunks.run(id)
    remove.run(id)
  }
}

const pick = ({ documentId, root, path, checksum, recipe }: Sealed): Sealed => {
  return { documentId, root, path, checksum, recipe }
}

interface VectorRow {
  readonly id: number
  readonly hash: Uint8Array
  readonly value: Uint8Array
  readonly checksum: number | null
  readonly dimensions: number | null
}

const vectorsSql = `
SELECT vector.id AS id, text_hash AS hash, value, vector.checksum AS checksum, space.dimensions AS dimensions
FROM vector LEFT JOIN space ON space.id = vector.space_id`

const holdersSql = `
SELECT DISTINCT root.name AS root, document.path AS path
FROM embedding_input
CROSS JOIN chunk ON chunk.id = embedding_input.chunk_id
CROSS JOIN document ON document.id = chunk.document_id
CROSS JOIN root ON root.id = document.root_id
WHERE embedding_input.text_hash = ?`

const bytesPerNumber = 4

const tolerance = 1e-3

/** Whether it can be a vector as they are kept: of length 1. */
function isPossible({ value, dimensions }: VectorRow): boolean {
  if (value.length !== (dimensions ?? 0) * bytesPerNumber) return false
  const squares = decodeNumbers(value).reduce((sum, number) => sum + number * number, 0)
  return Math.abs(Math.sqrt(squares) - 1) < tolerance
}

/** One from before there were checksums is only looked at. */
function isVectorSound(row: VectorRow): boolean {
  return row.checksum === null ? isPossible(row) : row.checksum === vectorChecksum(row.hash, row.value)
}

function removeVectors(database: SqlDatabase, rows: readonly { readonly id: number }[]): void {
  const remove = database.prepare('DELETE FROM vector WHERE id = ?')
  for (const { id } of rows) remove.run(id)
}
