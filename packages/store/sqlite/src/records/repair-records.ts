import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RecordError, type RecordDamage } from '@recallite/store/records'
import { holdExclusively, type HeldDatabase } from '../connection/connection.js'
import { closing } from '../connection/sql-database.js'
import { lockStore } from '../connection/store-lock.js'
import { findFileDamage, noDatabase } from '../maintenance/salvage/judge-file.js'
import { hasDamagedLog, withPages } from '../maintenance/salvage/page-file.js'
import {
  assertRoom,
  keepReady,
  openWorkFolder,
  removeLeftovers,
  swapIn,
  type WorkFolder,
} from '../maintenance/salvage/swap-in.js'
import { isBusy, isDamage, missingDatabase } from '../connection/sqlite-errors.js'
import { createPrivate, realPathOf, refuseLinks } from '../connection/store-files.js'
import { inWriteTransaction } from '../connection/transactions.js'
import { createEntries } from './entries.js'
import { toRecordError } from './record-errors.js'
import { createUses } from './record-use.js'
import { openRecordsFile, type SqliteRecordsOptions } from './records-file.js'
import { keyOf, recordsKind, salvageRecords, type SalvagedRecords } from './salvage-records.js'
import { verifyRecords } from './verify-records.js'

/** Which file of records to repair. */
export type RecordsRepairOptions = Pick<SqliteRecordsOptions, 'path' | 'mayBeLink'>

/** What a repair did. */
export interface RecordsRepair {
  /** What was found; none if the file is whole, and then nothing was changed. */
  readonly damages: readonly RecordDamage[]
  /** Where the damaged file is, which stays as it was; null if nothing was changed. */
  readonly aside: string | null
  /** The ids of records and sessions of which no sound copy was found. Pages that cannot be read may have held others. */
  readonly lost: readonly string[]
  /** How many entries the file has now. */
  readonly kept: { readonly records: number; readonly forgotten: number; readonly sessions: number }
}

/**
 * Mends a file of records. If anything in it is damaged, a new file is made of every row that its checksum proves, read off
 * the pages of the damaged file without SQLite, and takes its place; the damaged file is kept under another name. No store
 * over the file may be open in this process. Other processes are kept out meanwhile, and have to open the file again.
 * @throws RecordError `RECORDS_UNAVAILABLE` if there is no file; `RECORDS_FOREIGN` for another program's and
 * `RECORDS_TOO_NEW` for a newer version's, which are not changed; `RECORDS_BUSY` if another program has it open, or repairs
 * it; `RECORDS_FULL` without room for a new file, before anything is changed; `RECORDS_LINK`
 */
export async function repairRecords({
  path: given,
  mayBeLink,
}: RecordsRepairOptions): Promise<RecordsRepair> {
  const path = realPathOf(given)
  try {
    refuseLinks(given, { mayBeLink })
    // Checked before locking, so that no lock file is left beside a path without a database.
    if (!existsSync(path) && !hasDamagedLog(path)) throw missingDatabase(path)
    const lock = await lockStore(path)
    try {
      return repair(path)
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw toRecordError(error, given)
  }
}

/**
 * What is damaged in the header of a file of records; undefined if nothing is. SQLite does not look at all of the header.
 * Reads only. No store over the file may be open in this process.
 * @throws RecordError as `repairRecords` does for files that it leaves alone
 */
export function recordsHeaderDamage({ path, mayBeLink }: RecordsRepairOptions): string | undefined {
  try {
    refuseLinks(path, { mayBeLink })
    const reason = findFileDamage(realPathOf(path), recordsKind)
    if (reason === noDatabase) throw notOurs(path)
    return reason
  } catch (error) {
    throw toRecordError(error, path)
  }
}

function repair(path: string): RecordsRepair {
  const reason = findFileDamage(path, recordsKind)
  if (reason === noDatabase) throw notOurs(path)
  // Where the file is gone, its log is read as that of an empty file.
  createPrivate(path)
  // The pages are read before SQLite opens the file, because SQLite discards everything after a damaged page of the log.
  const salvaged: SalvagedRecords = { entries: new Map(), uses: new Map() }
  withPages(path, (pages) => salvageRecords(pages, salvaged))
  const cause = reason ?? (hasDamagedLog(path) ? 'its log is damaged' : undefined)
  const damages = cause === undefined ? findDamages(path, salvaged) : [ofFile(cause)]
  if (damages.length > 0) {
    const rebuilt = rebuild(path, salvaged)
    return { damages, lost: lostOf(damages, salvaged), ...rebuilt }
  }
  removeLeftovers(path)
  return { damages, aside: null, lost: [], kept: countsOf(salvaged) }
}

function lostOf(damages: readonly RecordDamage[], { entries }: SalvagedRecords): string[] {
  const ids = new Set(damages.flatMap(({ id }) => id ?? []))
  for (const { id } of entries.values()) ids.delete(id)
  return [...ids]
}

const ofFile = (reason: string): RecordDamage => ({ id: null, reason, isRestorable: false })

function findDamages(path: string, { entries }: SalvagedRecords): RecordDamage[] {
  try {
    return closing(openRecordsFile({ path, create: false }).database, (database) => {
      const known = createEntries(database, () => 0)
      const lost = [...entries.values()].filter(({ kind, id }) => known.read(kind, id) === undefined)
      const reason = 'it stands in a damaged log, and the file lacks it'
      return [...verifyRecords(database), ...lost.map(({ id }) => ({ id, reason, isRestorable: true }))]
    })
  } catch (error) {
    const isOfFile = RecordError.isInstance(error) ? error.code === 'RECORDS_CORRUPT' : isDamage(error)
    if (!isOfFile) throw error
    return [ofFile(error instanceof Error ? error.message : String(error))]
  }
}

/** Makes a new file of what was salvaged, and puts it into the place of the damaged one. */
function rebuild(path: string, salvaged: SalvagedRecords): Pick<RecordsRepair, 'aside' | 'kept'> {
  assertRoom(path, copies)
  const work = openWorkFolder(path)
  let held: HeldDatabase | undefined
  try {
    if (work.ready !== undefined) withPages(work.ready, (pages) => salvageRecords(pages, salvaged))
    makeAnew(work.made, salvaged)
    keepReady(work.made)
    held = hold(path)
    // Adds what other processes wrote before this process locked them out.
    if (held) salvageHeld(held, work, salvaged)
    makeAnew(work.made, salvaged)
    chmodSync(work.made, 0o600)
    const aside = swapIn(path, work.made)
    work.remove()
    return { aside, kept: countsOf(salvaged) }
  } catch (error) {
    work.abandon()
    throw error
  } finally {
    held?.release()
  }
}

/** Undefined where SQLite cannot work with the file: then no other process can either. */
function hold(path: string): HeldDatabase | undefined {
  try {
    return holdExclusively(path)
  } catch (error) {
    if (!isBusy(error)) return undefined
    throw new RecordError(
      'RECORDS_BUSY',
      `Another program has ${path} open, such as 'recallite mcp' or 'recallite serve'. End it, and run 'recallite doctor --repair' again: nothing was changed.`,
      { cause: error },
    )
  }
}

function salvageHeld({ bytes }: HeldDatabase, { made }: WorkFolder, salvaged: SalvagedRecords): void {
  const copy = join(dirname(made), 'held.sqlite')
  writeFileSync(copy, bytes, { mode: 0o600 })
  withPages(copy, (pages) => salvageRecords(pages, salvaged))
}

function makeAnew(path: string, { entries, uses }: SalvagedRecords): void {
  closing(openRecordsFile({ path }).database, (database) => {
    let change = 0
    const writer = createEntries(database, () => change)
    const useWriter = createUses(database)
    inWriteTransaction(database, () => {
      for (const entry of [...entries.values()].toSorted((a, b) => a.change - b.change)) {
        change = entry.change
        writer.write(entry.kind, entry.id, entry.body)
      }
      for (const {
        id,
        access_count: accessCount,
        return_count: returnCount,
        last_accessed: at,
      } of uses.values()) {
        const entry = entries.get(keyOf({ kind: 'record', id }))
        if (entry && entry.body !== null) useWriter.write(id, { accessCount, returnCount, lastAccessed: at })
      }
    })
    const [left] = verifyRecords(database)
    if (left) throw new TypeError(`a file of records that was made anew is damaged: ${left.reason}`)
  })
}

function countsOf({ entries }: SalvagedRecords): RecordsRepair['kept'] {
  const all = [...entries.values()]
  const records = all.filter(({ kind }) => kind === 'record')
  const forgotten = records.filter(({ body }) => body === null).length
  return { records: records.length - forgotten, forgotten, sessions: all.length - records.length }
}

/** How many copies need space at once: the new file, one that an earlier repair finished, and a copy of the damaged file. */
const copies = 3

function notOurs(path: string): RecordError {
  return new RecordError(
    'RECORDS_FOREIGN',
    `${path} is no file of records, and was not changed. Name another file, or put a backup into its place.`,
  )
}
