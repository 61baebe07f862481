import { recordsId } from '../connection/connection.js'
import { withEmptyDatabase } from '../connection/schema-version.js'
import type { FileKind } from '../maintenance/salvage/judge-file.js'
import type { PageFile, ReadPage } from '../maintenance/salvage/page-file.js'
import {
  asRow,
  recordsOf,
  recordsOn,
  shapeOf,
  type PageRecord,
  type TableShape,
} from '../maintenance/salvage/page-records.js'
import { isSound, type Entry, type EntryRow } from './entries.js'
import { foreignRecords } from './record-errors.js'
import { isSoundUse, type UseRow } from './record-use.js'
import { recordSteps } from './schema.js'

/** What was read off the pages of damaged files: the newest entries, and the uses of records by id. */
export interface SalvagedRecords {
  readonly entries: Map<string, Entry>
  readonly uses: Map<string, UseRow>
}

export const recordsKind: FileKind = {
  mark: recordsId,
  holdsOurs(pages) {
    const shapes = readShapes()
    for (const record of recordsOf(pages)) if (proven(record, shapes)) return true
    return false
  },
  refusal: foreignRecords,
}

/**
 * Reads every row with a matching checksum off the pages of a damaged file. A row needs neither header nor schema nor other
 * pages, and each entry is on two. The newest row of an entry counts. Rows on stray pages of the log count only for entries that
 * are otherwise unknown, or if they say that the entry was forgotten.
 */
export function salvageRecords(pages: PageFile, into: SalvagedRecords): void {
  const shapes = readShapes()
  for (const record of recordsOf(pages)) {
    const row = proven(record, shapes)
    if (row?.entry) keepNewest(into, row.entry)
    if (row?.use) keepMost(into, row.use)
  }
  for (const entry of strayEntries(pages, shapes)) {
    if (entry.body === null || !into.entries.has(keyOf(entry))) keepNewest(into, entry)
  }
}

function* strayEntries(pages: PageFile, shapes: Shapes): Generator<Entry> {
  const strays = [...pages.strayPages()]
  const latest = new Map(strays.map(({ number, page }) => [number, page]))
  // A long row continues on other pages, which were written with it.
  const read: ReadPage = (number) => latest.get(number) ?? pages.read(number)
  for (const { page } of strays) {
    for (const record of recordsOn(page, 0, read)) {
      const entry = proven(record, shapes)?.entry
      if (entry) yield entry
    }
  }
}

/** Identifies an entry. */
export const keyOf = ({ kind, id }: Pick<Entry, 'kind' | 'id'>): string => `${kind} ${id}`

function keepNewest({ entries }: SalvagedRecords, entry: Entry): void {
  const previous = entries.get(keyOf(entry))
  if (!previous || previous.change < entry.change) entries.set(keyOf(entry), entry)
}

/** Counts only increase, so the higher ones are newer. */
function keepMost({ uses }: SalvagedRecords, use: UseRow): void {
  const previous = uses.get(use.id)
  const isMore =
    !previous || previous.access_count + previous.return_count < use.access_count + use.return_count
  if (isMore) uses.set(use.id, use)
}

interface Shapes {
  /** Second copies have the same shape. */
  readonly entry: TableShape
  readonly use: TableShape
}

function readShapes(): Shapes {
  return withEmptyDatabase((database) => {
    return { entry: shapeOf(database, 'entry'), use: shapeOf(database, 'record_use') }
  }, recordSteps)
}

/** A row with a matching checksum; undefined for any other. */
function proven(record: PageRecord, shapes: Shapes): { entry?: Entry; use?: UseRow } | undefined {
  const entry = asRow(shapes.entry, record)
  if (entry) {
    const fields = Object.fromEntries(entry) as unknown as EntryRow
    if (isSound(fields)) return { entry: fields }
  }
  const use = asRow(shapes.use, record)
  const fields = use && (Object.fromEntries(use) as unknown as UseRow)
  return fields && isSoundUse(fields) ? { use: fields } : undefined
}
