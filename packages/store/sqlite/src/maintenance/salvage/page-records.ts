import { pageSize } from '../../connection/connection.js'
import type { SqlDatabase, SqlValue } from '../../connection/sql-database.js'
import type { PageFile, ReadPage } from './page-file.js'

/** A row of a table. */
export interface PageRecord {
  readonly rowId: number | null
  readonly values: readonly SqlValue[]
}

/** The records on all pages of a database. Unused pages hold zeros (`secure_delete`). */
export function* recordsOf(pages: PageFile): Generator<PageRecord> {
  for (let number = 1; number <= pages.count; number += 1) {
    const page = pages.read(number)
    if (page) yield* recordsOn(page, number, pages.read)
  }
}

/** Every readable record on a page, of any tree. Records may be wrong: the caller compares checksums. */
export function* recordsOn(page: Buffer, number: number, read: ReadPage): Generator<PageRecord> {
  const start = number === 1 ? fileHeader : 0
  const layout = layouts[page[start] as keyof typeof layouts] as Layout | undefined
  if (!layout) return
  const count = Math.min(page.readUInt16BE(start + cellCount), pageSize / pointerSize)
  for (
    let pointer = start + layout.head;
    pointer < start + layout.head + count * pointerSize;
    pointer += pointerSize
  ) {
    if (pointer + pointerSize > page.length) return
    const head = readCellHead(page, page.readUInt16BE(pointer), layout)
    const payload = head && readPayload(page, { ...head, local: localSize(head.size, layout) }, read)
    const values = payload && decodeRecord(payload)
    if (values) yield { rowId: head.rowId, values }
  }
}

/** The shape of a table's rows. */
export type TableShape = ReturnType<typeof shapeOf>

/** The values by column name, in the order of the columns. */
export type Row = ReadonlyMap<string, SqlValue>

/** A stored column; virtual generated columns are not stored. */
interface Column {
  readonly name: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB'
  readonly isNullable: boolean
  /** Whether it is the row id, which precedes the record; in the record it is null. */
  readonly isRowId: boolean
}

export function shapeOf(database: SqlDatabase, table: string) {
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

/** A record as a row of a table; undefined if it does not fit. */
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

/** The page types with records: the length of the page header, and what precedes each record. */
const layouts = {
  0x0d: { head: 8, hasRowId: true, child: 0 },
  0x0a: { head: 8, hasRowId: false, child: 0 },
  0x02: { head: 12, hasRowId: false, child: 4 },
} as const

type Layout = (typeof layouts)[keyof typeof layouts]

const fileHeader = 100

const [cellCount, pointerSize, pageNumberSize] = [3, 2, 4] as const

/** How many bytes of a record are on its page; the rest is on overflow pages. The formulas are those of the file format. */
function localSize(size: number, { hasRowId }: Layout): number {
  const max = hasRowId ? pageSize - 35 : Math.floor(((pageSize - 12) * 64) / 255) - 23
  if (size <= max) return size
  const min = Math.floor(((pageSize - 12) * 32) / 255) - 23
  const fitting = min + ((size - min) % (pageSize - pageNumberSize))
  return fitting <= max ? fitting : min
}

/** Bytes. Real rows are shorter, but a damaged length may be any number. */
const maxRecordBytes = 512 * 1024 * 1024

/** The rest of a record, from a chain of pages; undefined if the chain ends too early. */
function readOverflow(read: ReadPage, first: number, size: number): Buffer | undefined {
  const parts: Buffer[] = []
  let [next, left] = [first, size]
  while (left > 0) {
    const page = next === 0 ? undefined : read(next)
    if (!page) return undefined
    const part = page.subarray(pageNumberSize, pageNumberSize + Math.min(left, pageSize - pageNumberSize))
    parts.push(Buffer.from(part))
    left -= part.length
    next = page.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function readCellHead(page: Buffer, start: number, { hasRowId, child }: Layout) {
  const size = readVarint(page, start + child)
  if (!size || size.value > maxRecordBytes) return undefined
  if (!hasRowId) return { size: size.value, rowId: null, from: size.end }
  const rowId = readVarint(page, size.end)
  return rowId && { size: size.value, rowId: rowId.value, from: rowId.end }
}

function readPayload(
  page: Buffer,
  { from, size, local }: { from: number; size: number; local: number },
  read: ReadPage,
): Buffer | undefined {
  const isWhole = local === size
  if (from + local + (isWhole ? 0 : pageNumberSize) > page.length) return undefined
  const begin = page.subarray(from, from + local)
  if (isWhole) return begin
  const rest = readOverflow(read, page.readUInt32BE(from + local), size - local)
  return rest && Buffer.concat([begin, rest])
}

/** The values of a record (https://www.sqlite.org/fileformat2.html#record_format); undefined if malformed. */
function decodeRecord(payload: Buffer): SqlValue[] | undefined {
  const read = readTypes(payload)
  if (!read) return undefined
  const values: SqlValue[] = []
  let at = read.end
  for (const type of read.types) {
    if (at + sizeOfType(type) > payload.length) return undefined
    values.push(readValue(payload, type, at))
    at += sizeOfType(type)
  }
  return at === payload.length ? values : undefined
}

/** The serial types of a record, and the offset of its values; undefined if malformed. */
function readTypes(payload: Buffer): { types: number[]; end: number } | undefined {
  const head = readVarint(payload, 0)
  if (!head || head.value > payload.length) return undefined
  const types: number[] = []
  let at = head.end
  while (at < head.value) {
    const type = readVarint(payload, at)
    // Types 10 and 11 are never stored.
    if (!type || type.value === 10 || type.value === 11) return undefined
    types.push(type.value)
    at = type.end
  }
  return at === head.value ? { types, end: at } : undefined
}

function readValue(bytes: Buffer, type: number, start: number): SqlValue {
  const size = sizeOfType(type)
  if (type === 0) return null
  if (type === zero) return 0
  if (type === one) return 1
  if (type === float) return bytes.readDoubleBE(start)
  if (type < firstBlob) return readInteger(bytes, start, size)
  const value = bytes.subarray(start, start + size)
  return type % 2 === 0 ? value : value.toString('utf8')
}

function readInteger(bytes: Buffer, start: number, size: number): number | bigint {
  if (size <= 6) return bytes.readIntBE(start, size)
  const value = bytes.readBigInt64BE(start)
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function sizeOfType(type: number): number {
  if (type >= firstBlob) return Math.floor((type - firstBlob) / 2)
  if (type === float) return 8
  return integerSizes[type] ?? 0
}

/** The bytes of an integer, by serial type. */
const integerSizes = [0, 1, 2, 3, 4, 6, 8] as const
const [float, zero, one, firstBlob] = [7, 8, 9, 12] as const

const maxVarintBytes = 9

/** A variable-length integer and the offset after it; undefined if it is cut off or not a safe integer. */
function readVarint(bytes: Buffer, start: number): { value: number; end: number } | undefined {
  let value = 0
  for (let length = 1; length <= maxVarintBytes; length += 1) {
    const byte = bytes[start + length - 1]
    if (byte === undefined) return undefined
    const isWhole = length === maxVarintBytes
    value = isWhole ? value * 256 + byte : value * 128 + (byte & 0x7f)
    if (isWhole || byte < 0x80) {
      return Number.isSafeInteger(value) ? { value, end: start + length } : undefined
    }
  }
  return undefined
}
