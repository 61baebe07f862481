import type { Space } from '@recallite/store'
import { isSoundRow, type CheckedTable } from '../../documents/checksum.js'
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
import { chunkSql, createRowVerifier, documentSql, type ChunkRow, type DocumentRow } from './sound-rows.js'
import type { Check } from './check-file.js'

/** Compares all rows of a small table with their checksums. */
export const checkRows = (table: CheckedTable): Check =>
  checkEach<Record<string, SqlValue>>(
    `a row of the table ${table} has changed`,
    `SELECT * FROM ${table}`,
    () => {
      return (row) => isSoundRow(Object.entries(row))
    },
  )

/** Compares documents, chunks with what goes with them, and vectors with their checksums. */
export const contentChecks: readonly Check[] = [
  checkEach('rows belong to other rows that are gone', 'PRAGMA foreign_key_check', () => () => false),
  checkEach<DocumentRow>('what is stored of documents has changed', documentSql, (database) => {
    const { soundDocuments } = createRowVerifier(database)
    return (row) => soundDocuments([row]).length > 0
  }),
  checkEach<ChunkRow>('texts of chunks, or what goes with them, have changed', chunkSql, (database) => {
    const { soundChunks } = createRowVerifier(database)
    return (row) => soundChunks([row]).length > 0
  }),
  checkEach(
    'vectors are not those that were written for their texts',
    'SELECT space_id AS space, text_hash AS hash, value, checksum FROM vector',
    createVectorProver,
  ),
  checkEach<PlacedCodes & { readonly checksum: number }>(
    'the codes of vectors have changed',
    'SELECT space_id AS space, block, codes, checksum FROM vector_code',
    () => (row) => row.checksum === codesChecksum(row),
  ),
]

/** Compares every word of the keyword index, with its positions, with the checksums of what was written. */
export const checkKeywordIndex: Check = (database) => {
  createVocabularyTables(database)
  const held = new Map<number, number>()
  for (const { word, chunk, column, offset } of database.prepare<EntryRow>(entriesSql).iterate()) {
    held.set(chunk, ((held.get(chunk) ?? 0) + entryChecksum(word, { column, offset })) >>> 0)
  }
  const lists = database.prepare<{ chunk: number; expected: number | null }>(
    'SELECT chunk_id AS chunk, index_checksum AS expected FROM chunk_word_list',
  )
  for (const { chunk, expected } of lists.all()) {
    if (expected !== (held.get(chunk) ?? 0)) return indexFault
    held.delete(chunk)
  }
  return held.size > 0 ? indexFault : undefined
}

const indexFault = 'the keyword index lacks words of chunks, or has words that no chunk has'

/** Looks for a row that is not sound. */
function checkEach<Row>(
  fault: string,
  sql: string,
  createProver: (database: SqlDatabase) => (row: Row) => boolean,
): Check {
  return (database) => {
    const isSound = createProver(database)
    for (const row of database.prepare<Row>(sql).iterate()) if (!isSound(row)) return fault
    return undefined
  }
}

function createVectorProver(database: SqlDatabase) {
  const spaces = database
    .prepare<Space & { readonly id: number }>(
      'SELECT id, provider, model, dimensions, prompt_style AS promptStyle FROM space',
    )
    .all()
  const checksums = new Map(spaces.map((space) => [space.id, vectorChecksums(space)]))
  return (row: StoredVector & { readonly space: number; readonly checksum: number | null }) =>
    checksums.get(row.space)?.(row) === row.checksum
}

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
