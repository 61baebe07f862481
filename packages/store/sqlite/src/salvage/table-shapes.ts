import { checksumOf } from '../migrations/ledger.js'
import { migrations } from '../migrations/migrations.js'
import { copyChecksum, sealedChecksum, sealedTables, vectorChecksum, type SealedTable } from '../seal.js'
import { vectorIdsOf } from '../space-vector-ids.js'
import type { SqlDatabase, SqlValue } from '../sql-database.js'
import type { PageRecord } from './page-records.js'

interface Column {
  readonly name: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB'
  readonly isNullable: boolean
  /** Whether it is the row id, which stands before the record and not in it. */
  readonly isRowId: boolean
}

/** How the rows of a table stand on pages. */
export interface TableShape {
  readonly table: string
  readonly hasRowIds: boolean
  readonly columns: readonly Column[]
  /** How many of them a row has at least: columns that came later lack in rows from before. */
  readonly least: number
}

/** Values by the names of their columns. */
export type Row = ReadonlyMap<string, SqlValue>

/** What is worth to be saved, in the order in which it goes in. */
const savedTables = [
  ...(Object.keys(sealedTables) as SealedTable[]),
  'row_copy',
  'vector',
  'document',
  'document_field',
  'chunk',
  'chunk_word_list',
  'chunk_sections',
  'embedding_input',
] as const

interface ColumnRow extends Pick<Column, 'name' | 'type'> {
  readonly required: number
  readonly key: number
}

function shapeOf(database: SqlDatabase, table: string): TableShape {
  const [about] = database
    .prepare<{ wr: number }>("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?")
    .all(table)
  const hasRowIds = about?.wr === 0
  const columns = database
    .prepare<ColumnRow>('SELECT name, type, "notnull" AS required, pk AS key FROM pragma_table_info(?)')
    .all(table)
    .map(({ name, type, required, key }): Column => {
      const isRowId = hasRowIds && key > 0 && type === 'INTEGER'
      return { name, type, isRowId, isNullable: required === 0 && !isRowId }
    })
  const sealed = columns.findIndex(({ name }) => name === 'checksum')
  return { table, hasRowIds, columns, least: sealed === -1 ? columns.length : sealed + 1 }
}

/** The shapes that rows have in the tables of a new database. */
export function readShapes(database: SqlDatabase): TableShape[] {
  return savedTables.map((table) => shapeOf(database, table))
}

const typeNames: Readonly<Record<Column['type'], (value: SqlValue) => boolean>> = {
  INTEGER: (value) => typeof value === 'number' && Number.isInteger(value),
  REAL: (value) => typeof value === 'number',
  TEXT: (value) => typeof value === 'string',
  BLOB: (value) => value instanceof Uint8Array,
}

function fits(value: SqlValue | undefined, { type, isNullable, isRowId }: Column): boolean {
  if (value === null || value === undefined) return isNullable || isRowId
  return !isRowId && typeNames[type](value)
}

/** A record as a row of a table; undefined where it cannot be one. */
export function toRow(shape: TableShape, { rowId, values }: PageRecord): Row | undefined {
  const { columns, hasRowIds, least } = shape
  if (hasRowIds !== (rowId !== null) || values.length < least || values.length > columns.length)
    return undefined
  const present = columns.slice(0, values.length)
  if (!present.every((column, position) => fits(values[position], column))) return undefined
  return new Map(
    present.map(({ name, isRowId }, position) => [name, isRowId ? rowId : (values[position] ?? null)]),
  )
}

function provesVector(row: Row): boolean {
  const [id, space, hash, value] = ['id', 'space_id', 'text_hash', 'value'].map((name) => row.get(name))
  if (!(hash instanceof Uint8Array) || !(value instanceof Uint8Array)) return false
  const { first, last } = vectorIdsOf(Number(space))
  const isInRange = Number(id) >= first && Number(id) <= last
  return isInRange && row.get('checksum') === vectorChecksum(hash, value)
}

/** Whether a row is as it was written, by its own checksum; those that have none are proven by what they belong to. */
export function provesItself(table: string, row: Row): boolean {
  if (table === 'vector') return provesVector(row)
  if (table === 'row_copy') {
    const [source, key, content] = ['source', 'key', 'content'].map((name) => String(row.get(name)))
    return row.get('checksum') === copyChecksum(source ?? '', key ?? '', content ?? '')
  }
  if (!(table in sealedTables)) return true
  return row.get('checksum') === sealedChecksum(table as SealedTable, row)
}

const steps = new Set(migrations.map((migration) => `${migration.name}\0${checksumOf(migration)}`))

/** Whether a record is of the ledger of our schema, which no other program writes. */
export function isOfLedger({ rowId, values: [, name, checksum] }: PageRecord): boolean {
  return rowId !== null && steps.has(`${name}\0${checksum}`)
}
