import type { Space } from '@recallite/store'
import { isOwnVersion, withEmptyDatabase } from '../../connection/schema-version.js'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { inWriteTransaction } from '../../connection/transactions.js'
import { checkedTables, isSoundRow, writeChecksum, type CheckedTable } from '../../documents/checksum.js'
import { recordNotes, spaceNotes } from '../../documents/notes.js'
import { writeMissingCodes } from '../../vectors/codes/code-writer.js'
import { vectorChecksums, vectorIdsOf } from '../../vectors/vector-row.js'
import type { PageFile } from './page-file.js'
import { asRow, recordsOf, shapeOf, type Row, type TableShape } from './page-records.js'

/**
 * Copies what the sources do not contain: roots, spaces, notes and vectors. They are read off the pages without SQLite, so a row
 * needs neither header nor schema nor other pages. Only rows with a matching checksum are copied.
 */
export function salvage(pages: PageFile, database: SqlDatabase): void {
  const shapes = readShapes()
  const rows = Object.groupBy([...checkedRows(pages, shapes)].filter(isOfFiles), ({ table }) => table)
  for (const table of ['root', 'space', 'note'] as const)
    writeRows(database, shapes[table], rows[table] ?? [])
  const spaces = new Map([...(rows.note ?? []).flatMap(notedSpace), ...(rows.space ?? []).map(toSpace)])
  for (const [id, space] of spaces) createSpace(database, id, space)
  for (const batch of inBatches(vectorRows(pages, shapes.vector, spaces)))
    writeRows(database, shapes.vector, batch)
  for (const [id, { dimensions }] of spaces) writeMissingCodes(database, { id, dimensions })
}

/** Whether any row on the pages can only have been written by this program. */
export function holdsOurs(pages: PageFile): boolean {
  if (!checkedRows(pages, readShapes()).next().done) return true
  for (const { rowId, values } of recordsOf(pages)) if (isOwnVersion(rowId, values[1])) return true
  return false
}

/** The space that a note describes, whose own row may be lost. */
function notedSpace({ row }: TableRow): [number, Space][] {
  const [name, value] = [String(row.get('name')), String(row.get('value'))]
  return name.startsWith(spaceNotes) ? [[Number(name.slice(spaceNotes.length)), JSON.parse(value)]] : []
}

function createSpace(database: SqlDatabase, id: number, space: Space): void {
  const { provider, model, dimensions, promptStyle } = space
  inWriteTransaction(database, () => {
    const { changes } = database
      .prepare(
        `INSERT OR IGNORE INTO space (id, provider, model, dimensions, prompt_style, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(id, provider, model, dimensions, promptStyle, Date.now())
    if (changes > 0) writeChecksum(database, 'space', id)
  })
}

interface TableRow {
  readonly table: CheckedTable
  readonly row: Row
}

function readShapes() {
  return withEmptyDatabase((database) => {
    const of = (table: string) => shapeOf(database, table)
    return { root: of('root'), space: of('space'), note: of('note'), vector: of('vector') }
  })
}

function* checkedRows(
  pages: PageFile,
  shapes: Readonly<Record<CheckedTable, TableShape>>,
): Generator<TableRow> {
  for (const record of recordsOf(pages)) {
    for (const table of Object.keys(checkedTables) as CheckedTable[]) {
      const row = asRow(shapes[table], record)
      if (row && isSoundRow(row)) yield { table, row }
    }
  }
}

/** Records have their own file, and are indexed again from it. */
function isOfFiles({ table, row }: TableRow): boolean {
  if (table === 'root') return row.get('holds') === 'file'
  return table !== 'note' || !String(row.get('name')).startsWith(recordNotes)
}

function toSpace({ row }: TableRow): [number, Space] {
  const [provider = '', model = '', promptStyle = ''] = ['provider', 'model', 'prompt_style'].map((name) =>
    String(row.get(name)),
  )
  return [Number(row.get('id')), { provider, model, dimensions: Number(row.get('dimensions')), promptStyle }]
}

/** The vectors with a matching checksum. They get new ids: a damaged id could be the last of its space. */
function* vectorRows(
  pages: PageFile,
  shape: TableShape,
  spaces: ReadonlyMap<number, Space>,
): Generator<Pick<TableRow, 'row'>> {
  const checksums = new Map([...spaces].map(([id, space]) => [id, vectorChecksums(space)]))
  const nextIds = new Map([...spaces.keys()].map((id) => [id, vectorIdsOf(id).first]))
  for (const record of recordsOf(pages)) {
    const row = asRow(shape, record)
    const [space, hash, value] = ['space_id', 'text_hash', 'value'].map((name) => row?.get(name))
    if (!row || !(hash instanceof Uint8Array) || !(value instanceof Uint8Array)) continue
    const id = nextIds.get(Number(space))
    if (id === undefined || row.get('checksum') !== checksums.get(Number(space))?.({ hash, value })) continue
    nextIds.set(Number(space), id + 1)
    yield { row: new Map([...row, ['id', id]]) }
  }
}

/** Rows per transaction, so that the log of the new database stays short. */
const rowsPerBatch = 1000

function* inBatches<Item>(rows: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < rowsPerBatch) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Writes rows of one table, unless an equal row is there already. */
function writeRows(
  database: SqlDatabase,
  { table, columns }: TableShape,
  rows: readonly Pick<TableRow, 'row'>[],
): void {
  const [names, values] = [columns.map(({ name }) => name).join(', '), columns.map(() => '?').join(', ')]
  const insert = database.prepare(`INSERT OR IGNORE INTO ${table} (${names}) VALUES (${values})`)
  inWriteTransaction(database, () => {
    for (const { row } of rows) insert.run(...row.values())
  })
}
