import { checksumOf } from '../migrations/ledger.js'
import { migrations } from '../migrations/migrations.js'
import { copyChecksum, sealedChecksum, type SealedTable, sealedTables, vectorChecksum } from '../seal.js'
import type { SqlDatabase, SqlStatement, SqlValue } from '../sql-database.js'
import { isConstraint } from '../sqlite-errors.js'
import { inWriteTransaction } from '../transactions.js'
import { vectorIdsOf } from '../vector-row.js'
import { freePages, type PageFile } from './page-file.js'
import { type PageRecord, recordsOn } from './page-records.js'

/** How many rows of each table were found. */
export type Salvaged = ReadonlyMap<string, number>

/**
 * Reads every row of ours that can be read off the pages of a database, needing neither its header nor its schema nor
 * any page but the one that a row stands on, and puts it into a new one. What has a checksum of its own is proven by it;
 * whether the rest is right, `verify` of the new database says.
 */
export function salvage(pages: PageFile, database: SqlDatabase): Salvaged {
  const shapes = readShapes(database)
  const writer = createRowWriter(database)
  let batch: FoundRow[] = []
  // Rows come in the order of pages: what they belong to may come later, or not at all.
  database.pragma('foreign_keys = OFF')
  for (const found of foundRows(pages, shapes)) {
    batch.push(found)
    if (batch.length < atOnce) continue
    writer.write(batch)
    batch = []
  }
  writer.write(batch)
  database.pragma('foreign_keys = ON')
  return writer.counts
}

interface FoundRow {
  readonly shape: TableShape
  readonly row: Row
}

/** So many rows are written at once; the log of the new database stays short. */
const atOnce = 1000

/** Whether there is anything on the pages of a file that only this program writes. */
export function holdsOurs(pages: PageFile, database: SqlDatabase): boolean {
  const shapes = readShapes(database).filter(({ table }) => proven.has(table))
  for (const record of recordsOf(pages, () => true)) {
    if (isOfLedger(record) || !rowsOf(record, shapes).next().done) return true
  }
  return false
}

const proven = new Set([...Object.keys(sealedTables), 'row_copy', 'vector'])

function* recordsOf(pages: PageFile, isWanted: (page: number) => boolean): Generator<PageRecord> {
  for (let number = 1; number <= pages.count; number += 1) {
    const page = isWanted(number) ? pages.read(number) : undefined
    if (page) yield* recordsOn(page, number, pages.read)
  }
}

function* rowsOf(record: PageRecord, shapes: readonly TableShape[]): Generator<FoundRow> {
  for (const shape of shapes) {
    const row = toRow(shape, record)
    if (row && provesItself(shape.table, row)) yield { shape, row }
  }
}

/**
 * Rows on pages that are in use; and vectors wherever they stand, also where they were removed, or written by what was
 * never finished: the list of free pages may be what is damaged, and a vector is right wherever it is found.
 */
function* foundRows(pages: PageFile, shapes: readonly TableShape[]): Generator<FoundRow> {
  const free = freePages(pages)
  for (const record of recordsOf(pages, (page) => !free.has(page))) yield* rowsOf(record, shapes)
  const vectors = shapes.filter(({ table }) => table === 'vector')
  for (const record of recordsOf(pages, (page) => free.has(page))) yield* rowsOf(record, vectors)
  for (const page of pages.strayPages()) {
    for (const record of recordsOn(page, 0, pages.read)) yield* rowsOf(record, vectors)
  }
}

/** Writes rows; one that breaks a rule, because the same is there already, is passed over. */
function createRowWriter(database: SqlDatabase) {
  const statements = new Map<string, SqlStatement>()
  const counts = new Map<string, number>()

  function statementFor(table: string, names: readonly string[]): SqlStatement {
    const sql = `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  function write({ shape: { table }, row }: FoundRow): void {
    try {
      const { changes } = statementFor(table, [...row.keys()]).run(...row.values())
      counts.set(table, (counts.get(table) ?? 0) + changes)
    } catch (error) {
      if (!isConstraint(error)) throw error
    }
  }

  return {
    counts,
    write: (rows: readonly FoundRow[]) => inWriteTransaction(database, () => rows.forEach(write)),
  }
}

interface Column {
  readonly name: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB'
  readonly isNullable: boolean
  /** Whether it is the row id, which stands before the record and not in it. */
  readonly isRowId: boolean
}

/** How the rows of a table stand on pages. */
interface TableShape {
  readonly table: string
  readonly hasRowIds: boolean
  readonly columns: readonly Column[]
  /** How many of them a row has at least: columns that came later lack in rows from before. */
  readonly least: number
}

/** Values by the names of their columns. */
type Row = ReadonlyMap<string, SqlValue>

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
function readShapes(database: SqlDatabase): TableShape[] {
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
function toRow(shape: TableShape, { rowId, values }: PageRecord): Row | undefined {
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
function provesItself(table: string, row: Row): boolean {
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
function isOfLedger({ rowId, values: [, name, checksum] }: PageRecord): boolean {
  return rowId !== null && steps.has(`${name}\0${checksum}`)
}
