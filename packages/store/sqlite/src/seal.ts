import { checksumOf } from './checksum.js'
import type { SqlDatabase, SqlValue } from './sql-database.js'

/**
 * Tables of few rows on which many others depend: each row has a checksum and a second copy in `row_copy`. The columns
 * are those that the checksum covers: numbers, texts, and bytes as `hex(…)`.
 */
export const sealedTables = {
  root: { key: 'id', columns: ['id', 'holds', 'name', 'path', 'kind', 'include'] },
  space: {
    key: 'id',
    columns: 'id provider model dimensions prompt_style created_at source hex(canary) is_filled chosen'.split(
      ' ',
    ),
  },
  note: { key: 'name', columns: ['name', 'value'] },
} as const

/** The name of a sealed table. */
export type SealedTable = keyof typeof sealedTables

/** A row of a sealed table with the checksum it has, and the one that it should have. */
export interface SealedRow {
  readonly key: string | number
  readonly checksum: number | null
  readonly actual: number
  /** The columns as a JSON array. */
  readonly content: string
}

/** Reads the rows of a sealed table, or the one with this key, and computes their checksums. */
export function readSealed(database: SqlDatabase, table: SealedTable, key?: string | number | bigint) {
  const { key: keyName, columns } = sealedTables[table]
  const where = key === undefined ? '' : `WHERE ${keyName} = ?`
  return database
    .prepare<Omit<SealedRow, 'actual'>>(
      `SELECT ${keyName} AS key, checksum, json_array(${columns.join(', ')}) AS content FROM ${table} ${where}`,
    )
    .all(...(key === undefined ? [] : [key]))
    .map((row) => ({ ...row, actual: checksumOf([row.content]) }))
}

/** Writes the checksum and the second copy of a row; to be called inside the transaction that wrote the row. */
export function sealRow(database: SqlDatabase, table: SealedTable, key: string | number | bigint): void {
  const { key: keyName } = sealedTables[table]
  const update = database.prepare(`UPDATE ${table} SET checksum = ? WHERE ${keyName} = ?`)
  const copy = database.prepare(
    `INSERT INTO row_copy (source, key, content, checksum) VALUES (?, ?, ?, ?)
     ON CONFLICT (source, key) DO UPDATE SET content = excluded.content, checksum = excluded.checksum`,
  )
  for (const row of readSealed(database, table, key)) {
    update.run(row.actual, key)
    copy.run(table, String(row.key), row.content, copyChecksum(table, String(row.key), row.content))
  }
}

/** The checksum of a second copy. */
export const copyChecksum = (source: string, key: string, content: string): number =>
  checksumOf([source, key, content])

/** The checksum that a row should have which was read off a page and not by SQL. */
export function sealedChecksum(table: SealedTable, row: ReadonlyMap<string, SqlValue>): number {
  const values = sealedTables[table].columns.map((column) => {
    const [, bytes] = /^hex\((.+)\)$/.exec(column) ?? []
    if (bytes === undefined) return row.get(column) ?? null
    const value = row.get(bytes)
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex').toUpperCase() : ''
  })
  // No whole number in these rows is too large for JSON to say it exactly.
  return checksumOf([
    JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
  ])
}
