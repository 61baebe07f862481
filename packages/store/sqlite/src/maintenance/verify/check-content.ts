import type { Field, Space, StorePart } from '@recallite/store'
import {
  chunkChecksum,
  documentChecksum,
  isSoundRow,
  type CheckedTable,
  type ChunkContent,
  type DocumentContent,
  type InputContent,
} from '../../documents/checksum.js'
import { codesChecksum, type PlacedCodes } from '../../vectors/codes/code-writer.js'
import type { SqlDatabase, SqlValue } from '../../connection/sql-database.js'
import { vectorChecksums, type StoredVector } from '../../vectors/vector-row.js'
import { entryChecksum, type IndexPlace } from '../../keyword/index-writer.js'
import {
  createVocabularyTables,
  formInstanceTable,
  instanceTable,
  vocabularyTables,
} from '../../keyword/vocabulary.js'
import { distinctAddresses, findingOf, type AddressRow, type Check } from './finding.js'

/** Compares all rows of a small table with their checksums. */
export function checkRows(table: CheckedTable): Check {
  const [part, name] = namesOfRows[table]
  return (database) => {
    const rows = database.prepare<Record<string, SqlValue>>(`SELECT * FROM ${table}`).all()
    const count = rows.filter((row) => !isSoundRow(Object.entries(row))).length
    return findingOf({ part, count, reason: `${name} is damaged` })
  }
}

const namesOfRows: Readonly<Record<CheckedTable, readonly [part: StorePart, name: string]>> = {
  root: ['documents', 'the entry of a folder'],
  space: ['spaces', 'the entry of a vector space'],
  note: ['storage', 'a note'],
}

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
  let count = 0
  const vectors = database.prepare<StoredVector & { readonly checksum: number | null }>(
    'SELECT text_hash AS hash, value, checksum FROM vector WHERE space_id = ?',
  )
  for (const space of database.prepare<Space & { readonly id: number }>(spaceSql).all()) {
    const checksumIn = vectorChecksums(space)
    for (const row of vectors.iterate(space.id)) if (row.checksum !== checksumIn(row)) count += 1
  }
  return findingOf({
    part: 'vectors',
    count,
    reason: 'vectors are not those that were written for their texts',
  })
}

/** Codes of vectors against their checksums. */
export const checkCodes: Check = (database) => {
  const rows = database.prepare<PlacedCodes & { readonly checksum: number }>(codesSql)
  let count = 0
  for (const row of rows.iterate()) if (row.checksum !== codesChecksum(row)) count += 1
  return findingOf({ part: 'vectors', count, reason: 'the codes of vectors have changed' })
}

const codesSql = 'SELECT space_id AS space, block, codes, checksum FROM vector_code'

interface Checked extends AddressRow {
  readonly documentId: number
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

function documentFinding<Row extends Checked>(
  database: SqlDatabase,
  reason: string,
  { sql, isSound }: { readonly sql: string; readonly isSound: (row: Row) => boolean },
) {
  const rows: AddressRow[] = []
  for (const row of database.prepare<Row>(sql).iterate()) {
    // Rows hold whole texts: only what names the document is kept.
    const { root, path } = row
    if (!isSound(row)) rows.push({ root, path })
  }
  return findingOf({ part: 'documents', count: rows.length, reason, documents: distinctAddresses(rows) })
}

const spaceSql = 'SELECT id, provider, model, dimensions, prompt_style AS promptStyle FROM space'

/** Compares every word of the keyword index, with its positions, with the checksums of what was written. */
export const checkKeywordIndex: Check = (database) => {
  createVocabularyTables(database)
  const held = new Map<number, number>()
  for (const { word, chunk, column, offset } of database.prepare<EntryRow>(entriesSql).iterate()) {
    held.set(chunk, ((held.get(chunk) ?? 0) + entryChecksum(word, { column, offset })) >>> 0)
  }
  const damaged: AddressRow[] = []
  for (const { chunk, expected, root, path } of database
    .prepare<AddressRow & { readonly chunk: number; readonly expected: number | null }>(listedSql)
    .iterate()) {
    if (expected !== (held.get(chunk) ?? 0)) damaged.push({ root, path })
    held.delete(chunk)
  }
  const count = damaged.length + held.size
  const reason = 'the keyword index lacks words of chunks, or has words that no chunk has'
  return findingOf({ part: 'keyword-index', count, reason, documents: distinctAddresses(damaged) })
}

const listedSql = `
SELECT list.chunk_id AS chunk, list.index_checksum AS expected, root.name AS root, document.path AS path
FROM chunk_word_list AS list
LEFT JOIN chunk ON chunk.id = list.chunk_id
LEFT JOIN document ON document.id = chunk.document_id
LEFT JOIN root ON root.id = document.root_id`

interface EntryRow {
  readonly word: string
  readonly chunk: number
  readonly column: IndexPlace['column']
  readonly offset: number
}

/** Every word is looked up as a search does it, so that a word which a search can no longer reach counts as lost. */
const entriesSql = `
SELECT place.term AS word, place.doc AS chunk,
  CASE place.col WHEN 'words' THEN 0 WHEN 'parts' THEN 1 ELSE 2 END AS "column", place.offset AS offset
FROM ${vocabularyTables.stem} AS known CROSS JOIN ${instanceTable} AS place ON place.term = known.term
UNION ALL
SELECT place.term, place.doc, 3, 0
FROM ${vocabularyTables.form} AS known CROSS JOIN ${formInstanceTable} AS place ON place.term = known.term`
