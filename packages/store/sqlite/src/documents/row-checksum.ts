import { checksumOf } from './checksum.js'
import type { SqlDatabase, SqlValue } from '../connection/sql-database.js'

/** Tables of few rows on which many others depend, and their keys: each row has a checksum of all its other columns. */
export const checkedTables = { root: 'id', space: 'id', note: 'name' } as const

/** The name of such a table. */
export type CheckedTable = keyof typeof checkedTables

/** The columns of a row with their values, in the order of the table. */
type Columns = Iterable<readonly [name: string, value: SqlValue]>

/** Whether a row is as it was written. */
export function isSoundRow(columns: Columns): boolean {
  const row = new Map(columns)
  return row.get('checksum') === rowChecksum(row)
}

/** Writes the checksum of a row; to be called inside the transaction that wrote the row. */
export function writeChecksum(database: SqlDatabase, table: CheckedTable, key: SqlValue): void {
  const where = `WHERE ${checkedTables[table]} = ?`
  const row = database.prepare<Record<string, SqlValue>>(`SELECT * FROM ${table} ${where}`).get(key)
  if (!row) return
  database.prepare(`UPDATE ${table} SET checksum = ? ${where}`).run(rowChecksum(Object.entries(row)), key)
}

function rowChecksum(columns: Columns): number {
  const covered = [...columns].filter(([name]) => name !== 'checksum')
  return checksumOf(
    covered.map(([, value]) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
  )
}
