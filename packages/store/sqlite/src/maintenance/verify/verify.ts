import type { Space, VerifyOptions } from '@recallite/store'
import {
  chunkSql,
  createRowVerifier,
  documentSql,
  isSoundRow,
  type CheckedTable,
  type ChunkRow,
  type DocumentRow,
} from '../../documents/checksum.js'
import { codesChecksum, type PlacedCodes } from '../../vectors/codes/code-writer.js'
import { openConnection, type ConnectionOptions } from '../../connection/connection.js'
import { closing, type SqlDatabase, type SqlValue } from '../../connection/sql-database.js'
import { vectorChecksums, type StoredVector } from '../../vectors/vector-row.js'
import { entryChecksum, type IndexPosition } from '../../keyword/index-writer.js'
import {
  createVocabularyTables,
  formInstanceTable,
  instanceTable,
  vocabularyTables,
} from '../../keyword/vocabulary.js'
import { checkFile, checkSchema, checkTrees, checkVersion, readOrFault, type Check } from './check-file.js'

/**
 * Checks everything in a database that has been in use; see `Maintenance.verify`. Damage counts only if a fresh connection finds it
 * too: FTS5 compares the file with what a connection has cached, which is outdated once another process has merged its index.
 */
export function verifyInUse(
  database: SqlDatabase,
  { path, isScratch, isReadOnly }: ConnectionOptions,
  options?: VerifyOptions,
): string[] {
  const faults = verify(database, options)
  if (faults.length === 0 || path === ':memory:' || isScratch === true) return faults
  const fresh = openConnection({ path, isReadOnly, create: false, vectorExtension: false })
  return closing(fresh.database, (again) => verify(again, options))
}

/** Checks everything in the database, in one transaction. */
export function verify(database: SqlDatabase, { isQuick = false }: VerifyOptions = {}): string[] {
  const chosen = isQuick ? quickChecks : checks
  const faults = () => chosen.map((check) => readOrFault(check, database, String))
  return database
    .transaction(faults)
    .deferred()
    .filter((fault) => fault !== undefined)
}

const checkRows = (table: CheckedTable): Check =>
  checkEach<Record<string, SqlValue>>(
    `a row of the table ${table} has changed`,
    `SELECT * FROM ${table}`,
    () => (row) => isSoundRow(Object.entries(row)),
  )

/** Compares documents, chunks and vectors, with what belongs to them, to their checksums. */
const contentChecks: readonly Check[] = [
  checkEach('rows belong to other rows that are gone', 'PRAGMA foreign_key_check', () => () => false),
  checkEach<DocumentRow>('rows of documents have changed', documentSql, (database) => {
    const { soundDocuments } = createRowVerifier(database)
    return (row) => soundDocuments([row]).length > 0
  }),
  checkEach<ChunkRow>('texts of chunks, or their data, have changed', chunkSql, (database) => {
    const { soundChunks } = createRowVerifier(database)
    return (row) => soundChunks([row]).length > 0
  }),
  checkEach(
    'vectors have changed, or belong to other texts',
    'SELECT space_id AS space, text_hash AS hash, value, checksum FROM vector',
    createVectorProver,
  ),
  checkEach<PlacedCodes & { readonly checksum: number }>(
    'the codes of vectors have changed',
    'SELECT space_id AS space, block, codes, checksum FROM vector_code',
    () => (row) => row.checksum === codesChecksum(row),
  ),
]

/** Compares every word of the keyword index, with its positions, to the checksums written with it. */
const checkKeywordIndex: Check = (database) => {
  createVocabularyTables(database)
  const sums = new Map<number, number>()
  for (const { word, chunk, column, offset } of database.prepare<EntryRow>(entriesSql).iterate()) {
    sums.set(chunk, ((sums.get(chunk) ?? 0) + entryChecksum(word, { column, offset })) >>> 0)
  }
  const lists = database.prepare<{ chunk: number; expected: number | null }>(
    'SELECT chunk_id AS chunk, index_checksum AS expected FROM chunk_word_list',
  )
  for (const { chunk, expected } of lists.all()) {
    if (expected !== (sums.get(chunk) ?? 0)) return indexFault
    sums.delete(chunk)
  }
  return sums.size > 0 ? indexFault : undefined
}

const indexFault = 'the keyword index is incomplete or has extra entries'

/** Finds a row that does not match its checksum. */
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

type EntryRow = IndexPosition & { readonly word: string; readonly chunk: number }

/** Looks up every word as a search does, so that a word that a search cannot reach counts as lost. */
const entriesSql = `
SELECT place.term AS word, place.doc AS chunk,
  CASE place.col WHEN 'words' THEN 0 WHEN 'parts' THEN 1 ELSE 2 END AS "column", place.offset AS offset
FROM ${vocabularyTables.stem} AS word CROSS JOIN ${instanceTable} AS place ON place.term = word.term
UNION ALL
SELECT place.term, place.doc, 3, 0
FROM ${vocabularyTables.form} AS word CROSS JOIN ${formInstanceTable} AS place ON place.term = word.term`

const structure: readonly Check[] = [
  (database) => checkSchema(database),
  checkVersion,
  checkRows('root'),
  checkRows('note'),
  checkRows('space'),
]

/** Only what is fast: the page trees, the schema, and the rows on which many others depend. */
const quickChecks: readonly Check[] = [checkTrees, ...structure]

const checks: readonly Check[] = [checkFile, ...structure, checkKeywordIndex, ...contentChecks]
