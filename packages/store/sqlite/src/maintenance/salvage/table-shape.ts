import type { SqlDatabase, SqlValue } from '../../connection/sql-database.js'
import type { PageRecord } from './page-records.js'

/** What the rows of a table look like on a page. */
export interface TableShape {
  readonly table: string
  readonly hasRowIds: boolean
  readonly columns: readonly Column[]
}

/** Values by the names of their columns, in the order of the columns. */
export type Row = ReadonlyMap<string, SqlValue>

/** A column that is stored; generated ones that are not are left out. */
interface Column {
  readonly name: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB'
  readonly isNullable: boolean
  /** Whether it is the row id, which stands before the record and is null in it. */
  readonly isRowId: boolean
}

/** Reads what a table of a database looks like. */
export function shapeOf(database: SqlDatabase, table: string): TableShape {
  const about = database
    .prepare<{ wr: number }>("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?")
    .get(table)
  const hasRowIds = about?.wr === 0
  const columns = database
    .prepare<Pick<Column, 'name' | 'type'> & { readonly required: number; readonly key: number }>(
      'SELECT name, type, "notnull" AS required, pk AS key FROM pragma_table_info(?)',
    )
    .all(table)
    .map(({ name, type, required, key }): Column => {
      const isRowId = hasRowIds && key > 0 && type === 'INTEGER'
      return { name, type, isRowId, isNullable: required === 0 && !isRowId }
    })
  return { table, hasRowIds, columns }
}

/** A record as a row of a table; undefined if it cannot be one. */
export function asRow({ columns, hasRowIds }: TableShape, { rowId, values }: PageRecord): Row | undefined {
  if (hasRowIds !== (rowId !== null) || values.length !== columns.length) return undefined
  if (!columns.every((column, position) => fits(values[position] ?? null, column))) return undefined
  return new Map(
    columns.map(({ name, isRowId }, position) => [name, isRowId ? rowId : (values[position] ?? null)]),
  )
}

function fits(value: SqlValue, { type, isNullable, isRowId }: Column): boolean {
  if (value === null) return isNullable || isRowId
  return !isRowId && isOfType[type](value)
}

const isOfType: Readonly<Record<Column['type'], (value: SqlValue) => boolean>> = {
  INTEGER: (value) => typeof value === 'number' && Number.isInteger(value),
  REAL: (value) => typeof value === 'number',
  TEXT: (value) => typeof value === 'string',
  BLOB: (value) => value instanceof Uint8Array,
}
