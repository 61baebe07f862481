import type { Space } from '@recallite/store'
import { createCodeWriter } from '../../vectors/codes/code-writer.js'
import { recordNotes } from '../../documents/notes.js'
import { checkedTables, isSoundRow, type CheckedTable } from '../../documents/row-checksum.js'
import { isOwnVersion, withEmptyDatabase } from '../../connection/schema-version.js'
import type { SqlDatabase, SqlStatement } from '../../connection/sql-database.js'
import { isConstraint } from '../../connection/sqlite-errors.js'
import { inWriteTransaction } from '../../connection/transactions.js'
import { vectorChecksums, vectorIdsOf } from '../../vectors/vector-row.js'
import type { PageFile } from './page-file.js'
import { recordsOn, type PageRecord } from './page-records.js'
import { asRow, shapeOf, type Row, type TableShape } from './table-shape.js'

/** How many rows were taken over. */
export interface Salvaged {
  readonly roots: number
  readonly vectors: number
}

/**
 * Takes over what cannot be made again of the documents: roots, spaces, notes and vectors. They are read off the pages of a
 * damaged database without SQLite, so that a row needs neither the header nor the schema nor any page but those that it stands
 * on. A row is taken only if its checksum is right. The vectors of a space whose row is lost are taken as they are: the space
 * proves them when it comes back (see spaces.ts).
 */
export function salvage(pages: PageFile, database: SqlDatabase): Salvaged {
  const shapes = readShapes()
  const rows = [...checkedRows(pages, shapes)].filter(isOfFiles)
  const spaces = new Map(rows.filter(({ shape }) => shape.table === 'space').map(({ row }) => toSpace(row)))
  database.pragma('foreign_keys = OFF')
  const roots = inWriteTransaction(database, () => writeRows(database, rows)).get('root') ?? 0
  let vectors = 0
  for (const batch of inBatches(vectorRows(pages, { shape: shapes.vector, spaces }))) {
    vectors += inWriteTransaction(database, () => writeRows(database, batch)).get('vector') ?? 0
  }
  database.pragma('foreign_keys = ON')
  for (const [id, { dimensions }] of spaces) createCodeWriter(database).cover({ id, dimensions })
  return { roots, vectors }
}

/** Whether any row on the pages of a file can only have been written by this program. */
export function holdsOurs(pages: PageFile): boolean {
  if (!checkedRows(pages, readShapes()).next().done) return true
  for (const { rowId, values } of recordsOf(pages)) if (isOwnVersion(rowId, values[1])) return true
  return false
}

/** The records on all pages of a database; those that it does not use hold zeros (`secure_delete`). */
export function* recordsOf(pages: PageFile): Generator<PageRecord> {
  for (let number = 1; number <= pages.count; number += 1) {
    const page = pages.read(number)
    if (page) yield* recordsOn(page, number, pages.read)
  }
}

interface FoundRow {
  readonly shape: TableShape
  readonly row: Row
}

type Shapes = Readonly<Record<CheckedTable | 'vector', TableShape>>

function readShapes(): Shapes {
  return withEmptyDatabase((database) => {
    const of = (table: string) => shapeOf(database, table)
    return { root: of('root'), space: of('space'), note: of('note'), vector: of('vector') }
  })
}

function* checkedRows(pages: PageFile, shapes: Shapes): Generator<FoundRow> {
  const tables = (Object.keys(checkedTables) as CheckedTable[]).map((table) => shapes[table])
  for (const record of recordsOf(pages)) {
    for (const shape of tables) {
      const row = asRow(shape, record)
      if (row && isSoundRow(row)) yield { shape, row }
    }
  }
}

/** Records have a file of their own, and are indexed anew from that. */
function isOfFiles({ shape, row }: FoundRow): boolean {
  if (shape.table === 'root') return row.get('holds') === 'file'
  return shape.table !== 'note' || !String(row.get('name')).startsWith(recordNotes)
}

/** A row of `space`, with the number of the space. */
function toSpace(row: Row): [number, Space] {
  const text = (name: string) => String(row.get(name))
  const [id, dimensions] = [Number(row.get('id')), Number(row.get('dimensions'))]
  return [
    id,
    { provider: text('provider'), model: text('model'), dimensions, promptStyle: text('prompt_style') },
  ]
}

interface KnownSpaces {
  readonly shape: TableShape
  readonly spaces: ReadonlyMap<number, Space>
}

/**
 * The vectors on every page, and the proven ones among those that were never committed: a proven vector is right wherever it
 * stands.
 */
function* vectorRows(pages: PageFile, { shape, spaces }: KnownSpaces): Generator<FoundRow> {
  const checksums = new Map([...spaces].map(([id, space]) => [id, vectorChecksums(space)]))
  function* among(records: Iterable<PageRecord>, isCommitted: boolean): Generator<FoundRow> {
    for (const record of records) {
      const row = asRow(shape, record)
      const [id, space, hash, value] = ['id', 'space_id', 'text_hash', 'value'].map((name) => row?.get(name))
      if (!row || !(hash instanceof Uint8Array) || !(value instanceof Uint8Array)) continue
      const { first, last } = vectorIdsOf(Number(space))
      const checksumOf = checksums.get(Number(space))
      const isTaken = checksumOf ? row.get('checksum') === checksumOf({ hash, value }) : isCommitted
      if (isTaken && Number(id) >= first && Number(id) <= last) yield { shape, row }
    }
  }
  yield* among(recordsOf(pages), true)
  for (const { page } of pages.strayPages()) yield* among(recordsOn(page, 0, pages.read), false)
}

/** So many rows are written in one transaction that the log of the new database stays short. */
const rowsAtOnce = 1000

function* inBatches(rows: Iterable<FoundRow>): Generator<FoundRow[]> {
  let batch: FoundRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    yield batch
    batch = []
  }
  yield batch
}

/**
 * Writes rows, and gives how many there are of each table. A row that breaks a rule of its table, because an equal one is there
 * already, is passed over.
 */
function writeRows(database: SqlDatabase, rows: readonly FoundRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  const inserts = new Map<TableShape, SqlStatement>()
  for (const { shape, row } of rows) {
    const insert = inserts.get(shape) ?? prepareInsert(database, shape)
    inserts.set(shape, insert)
    try {
      counts.set(shape.table, (counts.get(shape.table) ?? 0) + insert.run(...row.values()).changes)
    } catch (error) {
      if (!isConstraint(error)) throw error
    }
  }
  return counts
}

function prepareInsert(database: SqlDatabase, { table, columns }: TableShape): SqlStatement {
  const [names, values] = [columns.map(({ name }) => name).join(', '), columns.map(() => '?').join(', ')]
  return database.prepare(`INSERT OR IGNORE INTO ${table} (${names}) VALUES (${values})`)
}
