import { isVersionDamaged, withEmptyDatabase } from '../../connection/schema-version.js'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { isDamage } from '../../connection/sqlite-errors.js'

/** Finds damage of one kind, as part of a sentence; undefined if there is none. Reads only. */
export type Check = (database: SqlDatabase) => string | undefined

/** Runs a check. A failure to read counts as damage. */
export function readOrFault<Fault>(
  check: (database: SqlDatabase) => Fault,
  database: SqlDatabase,
  toFault: (reason: string) => Fault,
): Fault {
  try {
    return check(database)
  } catch (error) {
    if (!isDamage(error)) throw error
    return toFault(`the file cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** SQLite's own checks: pages, rows, each index against its table, and FTS5. */
export const checkFile: Check = (database) => firstMessage(database, 'integrity_check')

/** The same without comparing indexes to their tables. */
export const checkTrees: Check = (database) => firstMessage(database, 'quick_check')

/** Compares the schema in the file, which SQLite runs, with this program's. Additions are allowed. */
export function checkSchema(database: SqlDatabase, steps?: readonly string[]): string | undefined {
  const present = new Set(schemaOf(database))
  const missing = withEmptyDatabase(schemaOf, steps).find((entry) => !present.has(entry))
  if (missing === undefined) return undefined
  const [type, name] = JSON.parse(missing)
  return `the ${type} ${name} differs from the one that this program creates`
}

export const checkVersion: Check = (database) =>
  isVersionDamaged(database) ? 'the version of the schema has changed' : undefined

const maxMessages = 1000

/** The messages of SQLite. The check of the whole file may skip free pages; that of the schema table does not. */
export function sqliteMessages(database: SqlDatabase, check: 'integrity_check' | 'quick_check'): string[] {
  const messages = [maxMessages, 'sqlite_schema'].flatMap((argument) =>
    database.prepare<Record<typeof check, string>>(`PRAGMA ${check}(${argument})`).all(),
  )
  const distinct = new Set(messages.map((row) => row[check].replaceAll(/\s+/gu, ' ')))
  distinct.delete('ok')
  return [...distinct]
}

function firstMessage(database: SqlDatabase, check: 'integrity_check' | 'quick_check'): string | undefined {
  const [message] = sqliteMessages(database, check)
  return message && `SQLite reports: ${message}`
}

/** Every table, index, view and trigger, with its SQL. */
function schemaOf(database: SqlDatabase): string[] {
  return database
    .prepare<{ entry: string }>('SELECT json_array(type, name, tbl_name, sql) AS entry FROM sqlite_schema')
    .all()
    .map(({ entry }) => entry)
}
