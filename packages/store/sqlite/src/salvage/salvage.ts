import { isOwnVersion, withEmptyDatabase } from '../schema-version.js'
import { copyChecksum, sealedChecksum, sealedTables, type SealedTable } from '../seal.js'
import type { SqlDatabase, SqlStatement } from '../sql-database.js'
import { isConstraint } from '../sqlite-errors.js'
import { inWriteTransaction } from '../transactions.js'
import { vectorChecksum, vectorIdsOf } from '../vector-row.js'
import { freePages, type PageFile } from './page-file.js'
import { recordsOn, type PageRecord } from './page-records.js'
import { asRow, shapeOf, type Row, type TableShape } from './table-shape.js'

/** How many rows of each table were taken over. */
export type Salvaged = ReadonlyMap<string, number>

/**
 * Reads every row that can be read off the pages of a damaged database and puts it into a new one. A row needs neither
 * the header nor the schema nor any page but those that it stands on. A row with a checksum of its own is taken only if
 * the checksum is right; whether the others are right, `verify` of the new database finds out.
 */
export function salvage(pages: PageFile, database: SqlDatabase): Salvaged {
  const writer = createRowWriter(database)
  let batch: FoundRow[] = []
  // Rows come in the order of pages: a row may come before the row that it belongs to, or that row not at all.
  database.pragma('foreign_keys = OFF')
  for (const found of foundRows(pages, readShapes())) {
    batch.push(found)
    if (batch.length < rowsAtOnce) continue
    writer.write(batch)
    batch = []
  }
  writer.write(batch)
  database.pragma('foreign_keys = ON')
  return writer.counts
}

/** Whether any row on the pages of a file can only have been written by this program. */
export function holdsOurs(pages: PageFile): boolean {
  const proven = new Set([...Object.keys(sealedTables), 'row_copy', 'vector'])
  const shapes = readShapes().filter(({ table }) => proven.has(table))
  for (const record of recordsOf(pages, () => true)) {
    if (isOwnVersion(record.rowId, record.values[1]) || !rowsOf(record, shapes).next().done) return true
  }
  return false
}

interface FoundRow {
  readonly shape: TableShape
  readonly row: Row
}

/**
 * The rows on pages that are in use; and vectors on every other page as well, where they were deleted or never
 * committed. The list of free pages may be what is damaged, and a vector is right wherever it is found.
 */
function* foundRows(pages: PageFile, shapes: readonly TableShape[]): Generator<FoundRow> {
  const free = freePages(pages)
  for (const record of recordsOf(pages, (page) => !free.has(page))) yield* rowsOf(record, shapes)
  const vectors = shapes.filter(({ table }) => table === 'vector')
  for (const record of recordsOf(pages, (page) => free.has(page))) yield* rowsOf(record, vectors)
  for (const { page } of pages.strayPages()) {
    for (const record of recordsOn(page, 0, pages.read)) yield* rowsOf(record, vectors)
  }
}

/** The records on the pages that are wanted, by their numbers. */
export function* recordsOf(pages: PageFile, isWanted: (page: number) => boolean): Generator<PageRecord> {
  for (let number = 1; number <= pages.count; number += 1) {
    const page = isWanted(number) ? pages.read(number) : undefined
    if (page) yield* recordsOn(page, number, pages.read)
  }
}

function* rowsOf(record: PageRecord, shapes: readonly TableShape[]): Generator<FoundRow> {
  for (const shape of shapes) {
    const row = asRow(shape, record)
    if (row && isProven(shape.table, row)) yield { shape, row }
  }
}

/** How many rows are written in one transaction, so that the log of the new database stays short. */
const rowsAtOnce = 1000

/** Writes rows; a row that breaks a rule of its table, because an equal one is there already, is passed over. */
function createRowWriter(database: SqlDatabase) {
  const statements = new Map<string, SqlStatement>()
  const counts = new Map<string, number>()

  function prepare({ table, columns }: TableShape): SqlStatement {
    const [names, values] = [columns.map(({ name }) => name).join(', '), columns.map(() => '?').join(', ')]
    return database.prepare(`INSERT OR IGNORE INTO ${table} (${names}) VALUES (${values})`)
  }

  function write({ shape, row }: FoundRow): void {
    const statement = statements.get(shape.table) ?? prepare(shape)
    statements.set(shape.table, statement)
    try {
      counts.set(shape.table, (counts.get(shape.table) ?? 0) + statement.run(...row.values()).changes)
    } catch (error) {
      if (!isConstraint(error)) throw error
    }
  }

  return {
    counts,
    write: (rows: readonly FoundRow[]) => inWriteTransaction(database, () => rows.forEach(write)),
  }
}

/** The tables that are taken over, in the order in which a record is tried as a row of them. */
const savedTables = [...Object.keys(sealedTables), 'row_copy', 'vector'].concat(
  'document document_field chunk chunk_word_list chunk_sections embedding_input'.split(' '),
)

function readShapes(): TableShape[] {
  return withEmptyDatabase((database) => savedTables.map((table) => shapeOf(database, table)))
}

/**
 * Whether a row is as it was written, by the checksum of its own. The rows of documents and chunks pass: their checksums
 * cover rows of several tables.
 */
function isProven(table: string, row: Row): boolean {
  if (table === 'vector') return isVectorProven(row)
  if (table === 'row_copy') {
    const [source, key, content] = ['source', 'key', 'content'].map((name) => String(row.get(name)))
    return row.get('checksum') === copyChecksum(source ?? '', key ?? '', content ?? '')
  }
  if (!(table in sealedTables)) return true
  return row.get('checksum') === sealedChecksum(table as SealedTable, row)
}

function isVectorProven(row: Row): boolean {
  const [id, space, hash, value] = ['id', 'space_id', 'text_hash', 'value'].map((name) => row.get(name))
  if (!(hash instanceof Uint8Array) || !(value instanceof Uint8Array)) return false
  const { first, last } = vectorIdsOf(Number(space))
  const isInRange = Number(id) >= first && Number(id) <= last
  return isInRange && row.get('checksum') === vectorChecksum(hash, value)
}
