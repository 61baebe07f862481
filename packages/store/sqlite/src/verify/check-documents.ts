import type { Field } from '@recallite/store'
import {
  chunkChecksum,
  documentChecksum,
  type ChunkContent,
  type DocumentContent,
  type InputContent,
} from '../content-checksum.js'
import type { SqlDatabase } from '../sql-database.js'
import { distinctAddresses, type AddressRow, type Check, type Finding } from './finding.js'

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

function removeDocuments(database: SqlDatabase, ids: ReadonlySet<number>): void {
  const removeChunks = database.prepare('DELETE FROM chunk WHERE document_id = ?')
  const remove = database.prepare('DELETE FROM document WHERE id = ?')
  for (const id of ids) {
    removeChunks.run(id)
    remove.run(id)
  }
}

function findingOf(database: SqlDatabase, rows: readonly Sealed[], reason: string): Finding[] {
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

const pick = ({ documentId, root, path, checksum, recipe }: Sealed): Sealed => {
  return { documentId, root, path, checksum, recipe }
}

/** Documents, with their fields, against their checksums. */
export const checkDocuments: Check = (database) =>
  findingOf(database, Array.from(damagedDocuments(database), pick), 'what is kept of documents has changed')

/** Chunks, with the texts to embed for them and the words that they are scored by, against their checksums. */
export const checkChunks: Check = (database) =>
  findingOf(
    database,
    Array.from(damagedChunks(database), pick),
    'texts of chunks, or what goes with them, have changed',
  )
