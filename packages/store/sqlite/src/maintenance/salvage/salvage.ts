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

/** How many rows were taken over. */
export interface Salvaged {
  readonly roots: number
  readonly vectors: number
}

/**
 * Takes over what cannot be made again of the documents: roots, spaces, notes and vectors. They are read off the pages of a
 * damaged database without SQLite, so that a row needs neither the header nor the schema nor any page but those that it stands
 * on. A row is taken only if its checksum is right; that of a vector covers what its space is, too.
 */
export function salvage(pages: PageFile, database: SqlDatabase): void {
  const shapes = readShapes()
  const rows = [...checkedRows(pages, shapes)].filter(isOfFiles)
  const rowsOf = (table: string) => rows.filter(({ shape }) => shape.table === table)
  for (const table of ['root', 'space', 'note']) writeRows(database, rowsOf(table))
  const spaces = new Map([...notedSpaces(rowsOf('note')), ...rowsOf('space').map(({ row }) => toSpace(row))])
  for (const [id, space] of spaces) createSpace(database, id, space)
  for (const batch of inBatches(vectorRows(pages, shapes.vector, spaces))) writeRows(database, batch)
  for (const [id, { dimensions }] of spaces) writeMissingCodes(database, { id, dimensions })
}

/** Counts what was taken over into a new database. */
export function countSalvaged(database: SqlDatabase): Salvaged {
  const sql = 'SELECT (SELECT count(*) FROM root) AS roots, (SELECT count(*) FROM vector) AS vectors'
  return database.prepare<Salvaged>(sql).get() ?? { roots: 0, vectors: 0 }
}

/** Whether any row on the pages of a file can only have been written by this program. */
export function holdsOurs(pages: PageFile): boolean {
  if (!checkedRows(pages, readShapes()).next().done) return true
  for (const { rowId, values } of recordsOf(pages)) if (isOwnVersion(rowId, values[1])) return true
  return false
}

/** What a note tells of a space whose row may be lost. */
function notedSpaces(notes: readonly TableRow[]): [number, Space][] {
  return notes.flatMap(({ row }) => {
    const [name, value] = [String(row.get('name')), String(row.get('value'))]
    return name.startsWith(spaceNotes) ? [[Number(name.slice(spaceNotes.length)), JSON.parse(value)]] : []
  })
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

function* checkedRows(pages: PageFile, shapes: Shapes): Generator<TableRow> {
  const tables = (Object.keys(checkedTables) as CheckedTable[]).map((table) => shapes[table])
  for (const record of recordsOf(pages)) {
    for (const shape of tables) {
      const row = asRow(shape, record)
      if (row && isSoundRow(row)) yield { shape, row }
    }
  }
}

/** Records have a file of their own, and are indexed anew from that. */
function isOfFiles({ shape, row }: TableRow): boolean {
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

/** The vectors of these spaces that are proven, with new numbers: the old ones are not, and one too high would make a space endless. */
function* vectorRows(
  pages: PageFile,
  shape: TableShape,
  spaces: ReadonlyMap<number, Space>,
): Generator<TableRow> {
  const checksums = new Map([...spaces].map(([id, space]) => [id, vectorChecksums(space)]))
  const nextIds = new Map([...spaces.keys()].map((id) => [id, vectorIdsOf(id).first]))
  for (const record of recordsOf(pages)) {
    const row = asRow(shape, record)
    const [space, hash, value] = ['space_id', 'text_hash', 'value'].map((name) => row?.get(name))
    if (!row || !(hash instanceof Uint8Array) || !(value instanceof Uint8Array)) continue
    const id = nextIds.get(Number(space))
    if (id === undefined || row.get('checksum') !== checksums.get(Number(space))?.({ hash, value })) continue
    nextIds.set(Number(space), id + 1)
    yield { shape, row: new Map([...row, ['id', id]]) }
  }
}

/** So many rows are written in one transaction that the log of the new database stays short. */
const rowsAtOnce = 1000

function* inBatches(rows: Iterable<TableRow>): Generator<TableRow[]> {
  let batch: TableRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Writes rows of one table. An equal row that is there already stays. */
function writeRows(database: SqlDatabase, rows: readonly TableRow[]): void {
  const columns = rows[0]?.shape.columns
  if (!columns) return
  const [names, values] = [columns.map(({ name }) => name).join(', '), columns.map(() => '?').join(', ')]
  const insert = database.prepare(
    `INSERT OR IGNORE INTO ${rows[0]?.shape.table} (${names}) VALUES (${values})`,
  )
  inWriteTransaction(database, () => {
    for (const { row } of rows) insert.run(...row.values())
  })
}
