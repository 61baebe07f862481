import type { EntryKind } from '@recallite/store/records/driver'
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
  type Row,
  type TableShape,
} from '../maintenance/salvage/page-records.js'
import { isSound, type Entry, type EntryRow } from './entries.js'
import { isSoundUse, type UseRow } from './record-use.js'
import { recordSteps } from './schema.js'

/** What was read off the pages of damaged files: by kind and id the newest entry, by id how often a record was used. */
export interface SalvagedRecords {
  readonly entries: Map<string, Entry>
  readonly uses: Map<string, UseRow>
}

/** A file of records. */
export const recordsKind: FileKind = {
  mark: recordsId,
  holdsOurs(pages) {
    const shapes = readShapes()
    for (const record of recordsOf(pages)) if (proven(record, shapes)) return true
    return false
  },
}

/**
 * Reads every row whose checksum is right off the pages of a damaged file, wherever it stands: a row needs neither the
 * header nor the schema nor any page but its own, and each entry stands on two. Of several rows of one entry the newest
 * counts. Pages that SQLite passes over in the log are behind a damaged frame or were never committed: what they say of an
 * entry counts where nothing else is known of it, and where it was forgotten.
 */
export function salvageRecords(pages: PageFile, into: SalvagedRecords): void {
  const shapes = readShapes()
  for (const record of recordsOf(pages)) {
    const found = proven(record, shapes)
    if (found?.entry) keepNewest(into, found.entry)
    if (found?.use) keepMost(into, found.use)
  }
  for (const entry of strayEntries(pages, shapes)) {
    if (entry.body === null || !into.entries.has(keyOf(entry))) keepNewest(into, entry)
  }
}

function* strayEntries(pages: PageFile, shapes: Shapes): Generator<Entry> {
  const strays = [...pages.strayPages()]
  const latest = new Map(strays.map(({ number, page }) => [number, page]))
  // A long row goes on on other pages, which were written with it.
  const read: ReadPage = (number) => latest.get(number) ?? pages.read(number)
  for (const { page } of strays) {
    for (const record of recordsOn(page, 0, read)) {
      const entry = proven(record, shapes)?.entry
      if (entry) yield entry
    }
  }
}

/** Tells entries apart. */
export const keyOf = ({ kind, id }: Pick<Entry, 'kind' | 'id'>): string => `${kind} ${id}`

function keepNewest({ entries }: SalvagedRecords, entry: Entry): void {
  const known = entries.get(keyOf(entry))
  if (!known || known.change < entry.change) entries.set(keyOf(entry), entry)
}

/** Counts only rise: the higher ones are the later ones. */
function keepMost({ uses }: SalvagedRecords, use: UseRow): void {
  const known = uses.get(use.id)
  const isMore = !known || known.access_count + known.return_count < use.access_count + use.return_count
  if (isMore) uses.set(use.id, use)
}

interface Shapes {
  /** The second copies look the same. */
  readonly entry: TableShape
  readonly use: TableShape
}

function readShapes(): Shapes {
  return withEmptyDatabase((database) => {
    return { entry: shapeOf(database, 'entry'), use: shapeOf(database, 'record_use') }
  }, recordSteps)
}

/** A row that its checksum proves; undefined for any other. */
function proven(record: PageRecord, shapes: Shapes): { entry?: Entry; use?: UseRow } | undefined {
  const entry = asEntry(asRow(shapes.entry, record))
  if (entry && isSound(entry)) return { entry }
  const use = asUse(asRow(shapes.use, record))
  return use && isSoundUse(use) ? { use } : undefined
}

function asEntry(row: Row | undefined): EntryRow | undefined {
  if (!row) return undefined
  const body = row.get('body') ?? null
  return {
    change: Number(row.get('change')),
    kind: String(row.get('kind')) as EntryKind,
    id: String(row.get('id')),
    body: body === null ? null : String(body),
    checksum: Number(row.get('checksum')),
  }
}

function asUse(row: Row | undefined): UseRow | undefined {
  if (!row) return undefined
  const last = row.get('last_accessed') ?? null
  return {
    id: String(row.get('id')),
    access_count: Number(row.get('access_count')),
    return_count: Number(row.get('return_count')),
    last_accessed: last === null ? null : Number(last),
    checksum: Number(row.get('checksum')),
  }
}
