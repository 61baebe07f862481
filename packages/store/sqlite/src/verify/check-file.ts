import { openConnection } from '../connection.js'
import { damagedSteps, migrate, rewriteSteps } from '../migrations/ledger.js'
import { migrations } from '../migrations/migrations.js'
import type { SqlDatabase } from '../sql-database.js'
import { clearKeywordIndex } from './check-keyword-index.js'
import type { Check, Finding } from './finding.js'

/** What SQLite itself checks: pages, rows, their order and rules, every index against its table, FTS5's own. */
export const checkFile: Check = (database) => compare(database, messagesOf(database, 'integrity_check'))

/** The same without comparing indexes with their tables. */
export const checkTrees: Check = (database) => compare(database, messagesOf(database, 'quick_check'))

function compare(database: SqlDatabase, messages: readonly string[]): Finding[] {
  const ofIndex = messages.filter((message) => /fts5/i.test(message))
  const others = messages.filter((message) => !ofIndex.includes(message))
  // In damaged trees one page may belong to two of them: to remove a row or to make an index anew could destroy others.
  const mend = others.some(isOfTrees) ? undefined : () => void database.exec('REINDEX')
  return [
    ...sqliteFinding('file', others, mend),
    ...sqliteFinding('keyword-index', ofIndex, () => clearKeywordIndex(database)),
  ]
}

const most = 1000

function messagesOf(database: SqlDatabase, check: 'integrity_check' | 'quick_check'): string[] {
  return database
    .prepare<Record<typeof check, string>>(`PRAGMA ${check}(${most})`)
    .all()
    .map((row) => row[check])
    .filter((message) => message !== 'ok')
}

/** What leaves every tree of pages as it should be: rows that break a rule of their table, or that an index has not as they are. */
const ofRows =
  /^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index|(CHECK|NOT NULL) constraint failed in|(NULL|NUMERIC|TEXT|[Nn]on-\w+|non-\w+ \w+) value in) /

function isOfTrees(message: string): boolean {
  return !ofRows.test(message)
}

function sqliteFinding(
  part: 'file' | 'keyword-index',
  messages: readonly string[],
  mend: Finding['mend'],
): Finding[] {
  const [first] = messages
  if (first === undefined) return []
  const isRestorable = part === 'keyword-index'
  const reason = `SQLite says: ${first.replace(/\s+/gu, ' ')}`
  return [{ damage: { part, count: messages.length, reason, isRestorable, documents: [] }, mend }]
}

/** Rows that belong to others that are not there. */
export const checkReferences: Check = (database) =>
  references.flatMap((reference) => orphansOf(database, reference))

/** Which column of a table names a row of which other one. */
const references = [
  ['document', 'root_id', 'root'],
  ['chunk', 'document_id', 'document'],
  ['document_field', 'document_id', 'document'],
  ['chunk_word_list', 'chunk_id', 'chunk'],
  ['chunk_sections', 'chunk_id', 'chunk'],
  ['embedding_input', 'chunk_id', 'chunk'],
  ['vector', 'space_id', 'space'],
] as const

function orphansOf(database: SqlDatabase, [table, column, of]: (typeof references)[number]): Finding[] {
  const rest = `FROM ${table} WHERE ${column} NOT IN (SELECT id FROM ${of})`
  const count = database.prepare<{ rows: number }>(`SELECT count(*) AS rows ${rest}`).get()?.rows ?? 0
  if (count === 0) return []
  const part = table === 'vector' ? 'vectors' : 'documents'
  const reason = `rows of ${table} belong to no ${of}`
  return [
    {
      damage: { part, count, reason, isRestorable: false, documents: [] },
      mend: () => void database.exec(`DELETE ${rest}`),
    },
  ]
}

/** Tables, indexes and triggers, and the list of steps that made them: SQLite takes them as they stand. */
export const checkSchema: Check = (database) => [...checkTables(database), ...checkSteps(database)]

/** What people add of their own, such as views, is left alone; what is ours is to be there as it was made. */
function checkTables(database: SqlDatabase): Finding[] {
  const present = new Set(schemaOf(database).map((row) => JSON.stringify(row)))
  const missing = expectedSchema().filter((row) => !present.has(JSON.stringify(row)))
  const [first] = missing
  if (!first) return []
  const reason = `the ${first.type} ${first.name} is not as this program made it`
  return [
    {
      damage: { part: 'file', count: missing.length, reason, isRestorable: false, documents: [] },
      mend: undefined,
    },
  ]
}

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string | null
}

function schemaOf(database: SqlDatabase): SchemaRow[] {
  return database.prepare<SchemaRow>('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema').all()
}

function expectedSchema(): SchemaRow[] {
  const { database } = openConnection({ path: ':memory:', vectorExtension: false })
  try {
    migrate(database, migrations, Date.now)
    return schemaOf(database)
  } finally {
    database.close()
  }
}

function checkSteps(database: SqlDatabase): Finding[] {
  const steps = damagedSteps(database)
  if (steps.length === 0) return []
  const reason = 'the list of schema steps has changed'
  const mend = () => rewriteSteps(database, steps, migrations)
  return [{ damage: { part: 'file', count: steps.length, reason, isRestorable: true, documents: [] }, mend }]
}
