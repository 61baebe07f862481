import { openToRead } from './connection.js'
import { isBusy, toStoreError } from './sqlite-errors.js'

/** A value in another program's database. */
export type ForeignValue = string | number | Uint8Array | null

/**
 * Reads rows of another program's SQLite database, and does not change its file or log.
 * @throws StoreError `STORE_BUSY`; Error if there is no such file, or the statement does not fit the database
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
