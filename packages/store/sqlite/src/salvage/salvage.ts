import { sealedTables } from '../seal.js'
import type { SqlDatabase, SqlStatement } from '../sql-database.js'
import { isConstraint } from '../sqlite-errors.js'
import { inWriteTransaction } from '../write-transaction.js'
import { freePages } from './free-pages.js'
import type { PageFile } from './page-file.js'
import { recordsOn, type PageRecord } from './page-records.js'
import { isOfLedger, provesItself, readShapes, toRow, type Row, type TableShape } from './table-shapes.js'

/** How many rows of each table were found. */
export type Salvaged = ReadonlyMap<string, number>

interface FoundRow {
  readonly shape: TableShape
  readonly row: Row
}

/** So many rows are written at once; the log of the new database stays short. */
const atOnce = 1000

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

const proven = new Set([...Object.keys(sealedTables), 'row_copy', 'vector'])

/** Whether there is anything on the pages of a file that only this program writes. */
export function holdsOurs(pages: PageFile, database: SqlDatabase): boolean {
  const shapes = readShapes(database).filter(({ table }) => proven.has(table))
  for (const record of recordsOf(pages, () => true)) {
    if (isOfLedger(record) || !rowsOf(record, shapes).next().done) return true
  }
  return false
}
