import type { StoreDamage } from '@recallite/store'
import { isVersionDamaged, withEmptyDatabase } from '../../connection/schema-version.js'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { findingOf, type Check } from './finding.js'

/** What SQLite itself checks: pages, rows with their order and rules, each index against its table, and those of FTS5. */
export const checkFile: Check = (database) => findingsOf(database, 'integrity_check')

/** The same without comparing indexes with their tables. */
export const checkTrees: Check = (database) => findingsOf(database, 'quick_check')

/** Rows that belong to other rows which are gone. */
export const checkReferences: Check = (database) => {
  const orphans = database.prepare<{ table: string }>('PRAGMA foreign_key_check').all()
  const reason = `rows of ${orphans[0]?.table} belong to rows that are gone`
  return findingOf({ part: 'documents', count: orphans.length, reason })
}

/** Tables, indexes, triggers and the version of the schema: SQLite uses them as they stand in the file. */
export const checkSchema: Check = (database) => [...checkTables(database), ...checkVersion(database)]

const mostMessages = 1000

/**
 * What SQLite finds damaged, in its own words. Where a view comes first in SQLite's list of tables, its check of the whole file leaves
 * out the free pages: the one of the schema's table never does.
 */
export function sqliteMessages(database: SqlDatabase, check: 'integrity_check' | 'quick_check'): string[] {
  const messages = [mostMessages, 'sqlite_schema'].flatMap((argument) =>
    database.prepare<Record<typeof check, string>>(`PRAGMA ${check}(${argument})`).all(),
  )
  const distinct = new Set(messages.map((row) => row[check].replaceAll(/\s+/gu, ' ')))
  distinct.delete('ok')
  return [...distinct]
}

function findingsOf(database: SqlDatabase, check: 'integrity_check' | 'quick_check'): StoreDamage[] {
  const messages = sqliteMessages(database, check)
  const ofIndex = messages.filter((message) => /fts5/i.test(message))
  const others = messages.filter((message) => !ofIndex.includes(message))
  return [
    ...findingOf({ part: 'storage', count: others.length, reason: sentenceOf(others) }),
    ...findingOf({ part: 'keyword-index', count: ofIndex.length, reason: sentenceOf(ofIndex) }),
  ]
}

const sentenceOf = ([first = '']: readonly string[]): string => `SQLite says: ${first}`

/** What people add of their own, such as views, is left alone; the schema of this program has to be as it was made. */
function checkTables(database: SqlDatabase): StoreDamage[] {
  const present = new Set(schemaOf(database))
  const missing = withEmptyDatabase(schemaOf).filter((entry) => !present.has(entry))
  const [type, name] = JSON.parse(missing[0] ?? '[]')
  const reason = `the ${type} ${name} is not as this program made it`
  return findingOf({ part: 'storage', count: missing.length, reason })
}

/** Every table, index, view and trigger of a database, with its SQL. */
export function schemaOf(database: SqlDatabase): string[] {
  return database
    .prepare<{ entry: string }>('SELECT json_array(type, name, tbl_name, sql) AS entry FROM sqlite_schema')
    .all()
    .map(({ entry }) => entry)
}

function checkVersion(database: SqlDatabase): StoreDamage[] {
  const count = Number(isVersionDamaged(database))
  return findingOf({ part: 'storage', count, reason: 'the version of the schema has changed' })
}
