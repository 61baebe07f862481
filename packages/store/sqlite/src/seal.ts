import { checksumOf, checksumOfBytes } from './checksum.js'
import type { SqlDatabase } from './sql-database.js'

/** Tables of few rows, and the columns that their checksums are of. */
export const sealedTables = {
  root: { key: 'id', columns: ['id', 'name', 'path', 'kind', 'include'] },
  space: {
    key: 'id',
    columns: [
      'id',
      'provider',
      'model',
      'dimensions',
      'prompt_style',
      'source',
      'hex(canary)',
      'is_filled',
      'chosen',
    ],
  },
  note: { key: 'name', columns: ['name', 'value'] },
} as const

/** The name of a table in `sealedTables`. */
export type SealedTable = keyof typeof sealedTables

/** A row of one of these tables with the checksum it has, and the one that it should have. */
export interface SealedRow {
  readonly key: string | number
  readonly checksum: number | null
  readonly actual: number
}

/** Reads the rows of a table, or the one with this key, and computes their checksums. */
export function readSealed(
  database: SqlDatabase,
  table: SealedTable,
  key?: string | number | bigint,
): SealedRow[] {
  const { key: keyName, columns } = sealedTables[table]
  const where = key === undefined ? '' : `WHERE ${keyName} = ?`
  return database
    .prepare<{ key: string | number; checksum: number | null; values: string }>(
      `SELECT ${keyName} AS key, checksum, json_array(${columns.join(', ')}) AS "values" FROM ${table} ${where}`,
    )
    .all(...(key === undefined ? [] : [key]))
    .map((row) => ({ key: row.key, checksum: row.checksum, actual: checksumOf([row.values]) }))
}

/** Notes what a row holds now; to be called inside the transaction that wrote it. */
export function sealRow(database: SqlDatabase, table: SealedTable, key: string | number | bigint): void {
  const { key: keyName } = sealedTables[table]
  const update = database.prepare(`UPDATE ${table} SET checksum = ? WHERE ${keyName} = ?`)
  for (const row of readSealed(database, table, key)) update.run(row.actual, key)
}

/** Of a vector: its text's hash and its numbers, as they are kept. */
export const vectorChecksum = (hash: Uint8Array, value: Uint8Array): number => checksumOfBytes(hash, value)
