import { openToRead } from './connection.js'
import { isBusy, toStoreError } from './sqlite-errors.js'

/** A value of a database of another program. */
export type ForeignValue = string | number | Uint8Array | null

/**
 * Reads rows of a SQLite database that another program wrote, and leaves its file and log as they are.
 * @throws StoreError `STORE_BUSY`; Error if there is no such file, or if it is no database that has what the statement names
 */
export function readForeignRows(path: string, sql: string): Readonly<Record<string, ForeignValue>>[] {
  const database = openToRead(path)
  try {
    database.pragma('query_only = ON')
    // Functions that a hostile schema names are not run.
    database.pragma('trusted_schema = OFF')
    return database.prepare<[], Record<string, ForeignValue>>(sql).all()
  } catch (error) {
    throw isBusy(error) ? toStoreError(error, path) : error
  } finally {
    database.close()
  }
}
