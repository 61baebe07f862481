import type { Field } from '@recallite/store'
import {
  chunkChecksum,
  documentChecksum,
  type ChunkContent,
  type DocumentContent,
  type InputContent,
} from '../checksum.js'
import { codesChecksum, type PlacedCodes } from '../codes/code-ranges.js'
import type { SqlDatabase } from '../sql-database.js'
import { vectorChecksum } from '../vector-row.js'
import { distinctAddresses, findingOf, type AddressRow, type Check } from './finding.js'

/** Documents, with their fields, against their checksums. */
export const checkDocuments: Check = (database) =>
  documentFinding(database, 'what is kept of documents has changed', {
    sql: documentSql,
    isSound: createRowProver(database).isDocumentSound,
  })

/** Chunks, with the texts to embed for them and the words that they are scored by, against their checksums. */
export const checkChunks: Check = (database) =>
  documentFinding(database, 'texts of chunks, or what goes with them, have changed', {
    sql: chunkSql,
    isSound: createRowProver(database).isChunkSound,
  })

/** Vectors against their checksums. */
export const checkVectors: Check = (database) => {
  const damaged: Pick<VectorRow, 'id' | 'hash'>[] = []
  for (const { id, hash, value, checksum } of database.prepare<VectorRow>(vectorsSql).iterate()) {
    if (checksum !== vectorChecksum(hash, value)) damaged.push({ id, hash })
  }
  const holders = database.prepare<AddressRow>(holdersSql)
  const documents = distinctAddresses(damaged.flatMap(({ hash }) => holders.all(hash)))
  const reason = 'the numbers of vectors have changed'
  return findingOf({ part: 'vectors', count: damaged.length, reason, documents }, () => {
    const remove = database.prepare('DELETE FROM vector WHERE id = ?')
    for (const { id } of damaged) remove.run(id)
  })
}

/** Codes of vectors against their checksums; they are made again of the vectors. */
export const checkCodes: Check = (database) => {
  const rows = database.prepare<PlacedCodes & { readonly id: number; readonly checksum: number }>(codesSql)
  const damaged: number[] = []
  for (const row of rows.iterate()) if (row.checksum !== codesChecksum(row)) damaged.push(row.id)
  const reason = 'the codes of vectors have changed'
  return findingOf({ part: 'vectors', count: damaged.length, reason, isRestorable: true }, () => {
    const remove = database.prepare('DELETE FROM vector_code WHERE id = ?')
    for (const id of damaged) remove.run(id)
  })
}

const codesSql = 'SELECT id, space_id AS space, block, codes, checksum FROM vector_code'

interface Sealed extends AddressRow {
  readonly documentId: number
  readonly checksum: number | null
}

/** A document's row as `documentChecksum` takes it. */
export type DocumentRow = Sealed & DocumentContent

/** A chunk's row, with its row id, as `chunkChecksum` takes it. */
export type ChunkRow = Sealed & ChunkContent & { readonly row: number }

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

/** Says of rows whether they are as they were written. */
export function createRowProver(database: SqlDatabase) {
  const fields = database.prepare<Field>(
    'SELECT key, text, number, first, last FROM document_field WHERE document_id = ?',
  )
  const inputs = database.prepare<InputContent>(
    `SELECT text_hash AS hash, prefix, text_from AS "from", text_to AS "to"
     FROM embedding_input WHERE chunk_id = ? ORDER BY position`,
  )
  return {
    isDocumentSound: (row: DocumentRow) => row.checksum === documentChecksum(row, fields.all(row.documentId)),
    isChunkSound: (row: ChunkRow) => row.checksum === chunkChecksum(row, inputs.all(row.row)),
  }
}

function documentFinding<Row extends Sealed>(
  database: SqlDatabase,
  reason: string,
  { sql, isSound }: { readonly sql: string; readonly isSound: (row: Row) => boolean },
) {
  const rows: (AddressRow & Pick<Sealed, 'documentId'>)[] = []
  for (const row of database.prepare<Row>(sql).iterate()) {
    // Rows hold whole texts: only what names the document is kept.
    const { documentId, root, path } = row
    if (!isSound(row)) rows.push({ documentId, root, path })
  }
  const documents = distinctAddresses(rows)
  return findingOf({ part: 'documents', count: rows.length, reason, documents }, () => {
    const removeChunks = database.prepare('DELETE FROM chunk WHERE document_id = ?')
    const remove = database.prepare('DELETE FROM document WHERE id = ?')
    for (const id of new Set(rows.map(({ documentId }) => documentId))) {
      removeChunks.run(id)
      remove.run(id)
    }
  })
}

interface VectorRow {
  readonly id: number
  readonly hash: Uint8Array
  readonly value: Uint8Array
  readonly checksum: number | null
}

const vectorsSql = 'SELECT id, text_hash AS hash, value, checksum FROM vector'

const holdersSql = `
SELECT DISTINCT root.name AS root, document.path AS path
FROM embedding_input
CROSS JOIN chunk ON chunk.id = embedding_input.chunk_id
CROSS JOIN document ON document.id = chunk.document_id
CROSS JOIN root ON root.id = document.root_id
WHERE embedding_input.text_hash = ?`
