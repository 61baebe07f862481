import { isVersionDamaged, withEmptyDatabase } from '../../connection/schema-version.js'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { isDamage } from '../../connection/sqlite-errors.js'

/** Looks for damage of one kind, and says what is wrong as part of a sentence; undefined if nothing is. It reads only. */
export type Check = (database: SqlDatabase) => string | undefined

/** The result of a check; that reading fails counts as damage. */
export function readOrFault<Fault>(check: () => Fault, toFault: (reason: string) => Fault): Fault {
  try {
    return check()
  } catch (error) {
    if (!isDamage(error)) throw error
    return toFault(`the file cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** What SQLite itself checks: pages, rows with their order and rules, each index against its table, and those of FTS5. */
export const checkFile: Check = (database) => firstMessage(database, 'integrity_check')

/** The same without comparing indexes with their tables. */
export const checkTrees: Check = (database) => firstMessage(database, 'quick_check')

/**
 * Whether tables, indexes, triggers and views are as this program made them: SQLite uses them as they stand in the file. What people add
 * is left alone.
 */
export function checkSchema(database: SqlDatabase, steps?: readonly string[]): string | undefined {
  const present = new Set(schemaOf(database))
  const missing = withEmptyDatabase(schemaOf, steps).find((entry) => !present.has(entry))
  if (missing === undefined) return undefined
  const [type, name] = JSON.parse(missing)
  return `the ${type} ${name} is not as this program made it`
}

/** Whether the version of the schema is as it was written. */
export const checkVersion: Check = (database) =>
  isVersionDamaged(database) ? 'the version of the schema has changed' : undefined

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

function firstMessage(database: SqlDatabase, check: 'integrity_check' | 'quick_check'): string | undefined {
  const [message] = sqliteMessages(database, check)
  return message && `SQLite says: ${message}`
}

/** Every table, index, view and trigger of a database, with its SQL. */
function schemaOf(database: SqlDatabase): string[] {
  return database
    .prepare<{ entry: string }>('SELECT json_array(type, name, tbl_name, sql) AS entry FROM sqlite_schema')
    .all()
    .map(({ entry }) => entry)
}
