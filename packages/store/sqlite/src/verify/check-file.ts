import { isVersionDamaged, withEmptyDatabase, writeVersion } from '../schema-version.js'
import type { SqlDatabase } from '../sql-database.js'
import { clearKeywordIndex } from './check-keyword-index.js'
import { findingOf, type Check, type Finding } from './finding.js'

/** What SQLite itself checks: pages, rows with their order and rules, each index against its table, and those of FTS5. */
export const checkFile: Check = (database) => findingsOf(database, 'integrity_check')

/** The same without comparing indexes with their tables. */
export const checkTrees: Check = (database) => findingsOf(database, 'quick_check')

/** Rows that belong to other rows which are gone. */
export const checkReferences: Check = (database) =>
  references.flatMap((reference) => orphansOf(database, reference))

/** Tables, indexes, triggers and the version of the schema: SQLite uses them as they stand in the file. */
export const checkSchema: Check = (database) => [...checkTables(database), ...checkVersion(database)]

const mostMessages = 1000

function findingsOf(database: SqlDatabase, check: 'integrity_check' | 'quick_check'): Finding[] {
  const messages = database
    .prepare<Record<typeof check, string>>(`PRAGMA ${check}(${mostMessages})`)
    .all()
    .map((row) => row[check])
    .filter((message) => message !== 'ok')
  const ofIndex = messages.filter((message) => /fts5/i.test(message))
  const others = messages.filter((message) => !ofIndex.includes(message))
  const areTreesSound = others.every((message) => ofRows.test(message))
  // In damaged trees one page may belong to two of them: removing a row or making an index anew could destroy others.
  const mend = areTreesSound ? () => void database.exec('REINDEX') : undefined
  return [
    ...findingOf({ part: 'storage', count: others.length, reason: sentenceOf(others) }, mend),
    ...findingOf(
      { part: 'keyword-index', count: ofIndex.length, reason: sentenceOf(ofIndex), isRestorable: true },
      () => clearKeywordIndex(database),
    ),
  ]
}

/** Messages about rows that break a rule of their table, or that an index does not have as they are. */
const ofRows =
  /^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index|(CHECK|NOT NULL) constraint failed in|(NULL|NUMERIC|TEXT|[Nn]on-\w+|non-\w+ \w+) value in) /

function sentenceOf([first = '']: readonly string[]): string {
  return `SQLite says: ${first.replace(/\s+/gu, ' ')}`
}

/** Which column of a table names a row of which other table. */
const references = [
  ['document', 'root_id', 'root'],
  ['chunk', 'document_id', 'document'],
  ['document_field', 'document_id', 'document'],
  ['chunk_word_list', 'chunk_id', 'chunk'],
  ['chunk_sections', 'chunk_id', 'chunk'],
  ['embedding_input', 'chunk_id', 'chunk'],
  ['vector', 'space_id', 'space'],
] as const

function orphansOf(database: SqlDatabase, [table, column, owner]: (typeof references)[number]): Finding[] {
  const rest = `FROM ${table} WHERE ${column} NOT IN (SELECT id FROM ${owner})`
  const count = database.prepare<{ rows: number }>(`SELECT count(*) AS rows ${rest}`).get()?.rows ?? 0
  const part = table === 'vector' ? 'vectors' : 'documents'
  const reason = `rows of ${table} belong to no ${owner}`
  return findingOf({ part, count, reason }, () => void database.exec(`DELETE ${rest}`))
}

/** What people add of their own, such as views, is left alone; the schema of this program has to be as it was made. */
function checkTables(database: SqlDatabase): Finding[] {
  const present = new Set(schemaOf(database))
  const missing = withEmptyDatabase(schemaOf).filter((entry) => !present.has(entry))
  const [type, name] = JSON.parse(missing[0] ?? '[]')
  const reason = `the ${type} ${name} is not as this program made it`
  return findingOf({ part: 'storage', count: missing.length, reason })
}

function schemaOf(database: SqlDatabase): string[] {
  return database
    .prepare<{ entry: string }>('SELECT json_array(type, name, tbl_name, sql) AS entry FROM sqlite_schema')
    .all()
    .map(({ entry }) => entry)
}

function checkVersion(database: SqlDatabase): Finding[] {
  const count = Number(isVersionDamaged(database))
  return findingOf(
    { part: 'storage', count, reason: 'the version of the schema has changed', isRestorable: true },
    () => writeVersion(database),
  )
}
