import { statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RecordError, type RecordDamage } from '@recallite/store/records'
import { busyTimeout } from '../connection/connection.js'
import { openToLock } from '../connection/open-file.js'
import { closing } from '../connection/sql-database.js'
import { lockStore } from '../connection/store-lock.js'
import { findFileDamage } from '../maintenance/salvage/judge-file.js'
import { hasDamagedLog, withPages } from '../maintenance/salvage/page-file.js'
import {
  keepReady,
  readyOf,
  removeLeftovers,
  replaceDamaged,
  type WorkFolder,
} from '../maintenance/salvage/swap-in.js'
import { isDamage } from '../connection/sqlite-errors.js'
import { createPrivate, realPathOf, refuseLinks } from '../connection/store-files.js'
import { inWriteTransaction } from '../connection/transactions.js'
import { createEntries, type Entry } from './entries.js'
import { toRecordError } from './record-errors.js'
import { createUses, useOf } from './record-use.js'
import { openRecordsFile, type SqliteRecordsOptions } from './records-file.js'
import { keyOf, recordsKind, salvageRecords, type SalvagedRecords } from './salvage-records.js'
import { verifyRecords } from './verify-records.js'

/** The file of records to repair. */
export type RecordsRepairOptions = Pick<SqliteRecordsOptions, 'path' | 'mayBeLink'>

/** The outcome of a repair. */
export interface RecordsRepair {
  /** The damage; empty if the file is whole and was not changed. */
  readonly damages: readonly RecordDamage[]
  /** The path to which the damaged file was moved unchanged; null if there was no damage. */
  readonly aside: string | null
  /** The ids of records and sessions without a sound copy. Unreadable pages may have contained others. */
  readonly lost: readonly string[]
  /** The number of entries in the file now. */
  readonly kept: { readonly records: number; readonly forgotten: number; readonly sessions: number }
  /** Whether files of an earlier repair that did not finish were removed, and nothing else was changed. */
  readonly hadLeftovers: boolean
}

/**
 * Repairs a file of records: if it is damaged, a new file with every row whose checksum matches replaces it, and the damaged one
 * gets another name. No store over the file may be open in this process. Other processes cannot use the file during the repair,
 * and have to open it again.
 * @throws RecordError `RECORDS_UNAVAILABLE` if there is no file; `RECORDS_FOREIGN` for another program's and `RECORDS_TOO_NEW`
 * for a newer version's; `RECORDS_BUSY` if another program has it open or repairs it; `RECORDS_FULL` without space for a new
 * file; `RECORDS_LINK`. The file is then unchanged.
 */
export async function repairRecords(options: RecordsRepairOptions): Promise<RecordsRepair> {
  const path = realPathOf(options.path)
  try {
    // Checked before locking, which creates a file next to it.
    recordsHeaderDamage(options)
    const lock = await lockStore(path, { wait: busyTimeout })
    try {
      return repair(path)
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw toRecordError(error, options.path)
  }
}

/**
 * Describes the damage in the header of a file of records, which SQLite checks only in part; undefined if there is none. Reads
 * only. No store over the file may be open in this process.
 * @throws RecordError as `repairRecords` does for files that it does not change
 */
export function recordsHeaderDamage({ path, mayBeLink }: RecordsRepairOptions): string | undefined {
  try {
    refuseLinks(path, { mayBeLink })
    return findFileDamage(realPathOf(path), recordsKind)
  } catch (error) {
    throw toRecordError(error, path)
  }
}

function repair(path: string): RecordsRepair {
  const reason = findFileDamage(path, recordsKind)
  // If the file is gone, its log is read as that of an empty file.
  createPrivate(path)
  // Only a finished file of a killed repair may have what was in a damaged log.
  const finished = salvageFrom(readyOf(path))
  // The pages are read before SQLite opens the file, since SQLite discards everything after a damaged page of the log.
  const salvaged = salvageFrom(path, finished)
  const cause = reason ?? (hasDamagedLog(path) ? 'its log is damaged' : undefined)
  const damages = findDamages(path, finished, cause)
  if (damages.length > 0) return rebuild(path, { finished, salvaged, damages })
  return { damages, aside: null, lost: [], kept: countsOf(salvaged), hadLeftovers: removeLeftovers(path) }
}

function salvageFrom(path: string | undefined, before?: SalvagedRecords): SalvagedRecords {
  const salvaged = { entries: new Map(before?.entries), uses: new Map(before?.uses) }
  if (path !== undefined) withPages(path, (pages) => salvageRecords(pages, salvaged))
  return salvaged
}

const ofFile = (reason: string): RecordDamage => ({ id: null, reason, isRestorable: false })

/** Pages of the file itself say nothing of what is missing: others may be writing, or were killed before they committed. */
function findDamages(path: string, { entries }: SalvagedRecords, cause?: string): readonly RecordDamage[] {
  if (cause !== undefined) return [ofFile(cause)]
  try {
    const { database } = openRecordsFile({ path, create: false })
    return closing(database, () => {
      const readable = createEntries(database, () => 0)
      const isLost = ({ kind, id, change }: Entry) => {
        const stored = readable.read(kind, id)
        return stored !== 'damaged' && (stored === undefined || stored.change < change)
      }
      const reason = 'an interrupted repair has it, and the file does not'
      const toDamage = ({ id }: Entry) => ({ id, reason, isRestorable: true })
      // In one transaction, since others may be writing.
      const look = () => [...verifyRecords(database), ...[...entries.values()].filter(isLost).map(toDamage)]
      return database.transaction(look).deferred()
    })
  } catch (error) {
    const isOfFile = RecordError.isInstance(error) ? error.code === 'RECORDS_CORRUPT' : isDamage(error)
    if (!isOfFile) throw error
    return [ofFile(error instanceof Error ? error.message : String(error))]
  }
}

/** What the first look found: in the finished file of an interrupted repair, and there and in the damaged file. */
type FirstLook = Readonly<Record<'finished' | 'salvaged', SalvagedRecords>> & Pick<RecordsRepair, 'damages'>

/** Replaces a damaged file by a new one. Others may have written during the first look, so what counts is one under the lock. */
function rebuild(path: string, { finished, salvaged, damages: atFirst }: FirstLook): RecordsRepair {
  let damages = atFirst
  const isEmpty = statSync(path).size === 0
  const aside = replaceDamaged(path, {
    copies,
    build({ made }) {
      makeNew(made, salvaged)
      keepReady(made)
    },
    hold: () => holdExclusively(path),
    complete(work, held) {
      // Adds what other processes wrote before this process locked them out.
      const copy = held && salvageHeld(held, work, salvaged)
      if (copy !== undefined && !held?.isLogDamaged && !isEmpty)
        damages = findDamages(copy, finished, findFileDamage(copy, recordsKind))
      if (damages.length > 0) makeNew(work.made, salvaged)
      return damages.length > 0
    },
  })
  const found = new Set(Array.from(salvaged.entries.values(), ({ id }) => id))
  const lost = [...new Set(damages.flatMap(({ id }) => id ?? [])).difference(found)]
  return { damages, aside, lost, kept: countsOf(salvaged), hadLeftovers: false }
}

/**
 * Keeps every other connection out of a database until it is released, and moves its log into the file.
 * @throws SqliteError `SQLITE_BUSY` if another connection has it open, another code if SQLite cannot open the file
 */
function holdExclusively(path: string) {
  const database = openToLock(path, busyTimeout)
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE')
    const isLogDamaged = hasDamagedLog(path)
    database.exec('ROLLBACK')
    // Without a log, closing the database removes no file next to the path, where another database may have its log by then.
    database.pragma('journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    return { isLogDamaged, bytes: database.serialize(), release: () => void database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

function salvageHeld(
  { bytes }: ReturnType<typeof holdExclusively>,
  { made }: WorkFolder,
  salvaged: SalvagedRecords,
): string {
  const copy = join(dirname(made), 'held.sqlite')
  writeFileSync(copy, bytes, { mode: 0o600 })
  withPages(copy, (pages) => salvageRecords(pages, salvaged))
  return copy
}

function makeNew(path: string, { entries, uses }: SalvagedRecords): void {
  closing(openRecordsFile({ path }).database, (database) => {
    let change = 0
    const writer = createEntries(database, () => change)
    const useWriter = createUses(database)
    inWriteTransaction(database, () => {
      for (const entry of [...entries.values()].toSorted((a, b) => a.change - b.change)) {
        change = entry.change
        writer.write(entry.kind, entry.id, entry.body)
      }
      for (const use of uses.values()) {
        const entry = entries.get(keyOf({ kind: 'record', id: use.id }))
        if (entry && entry.body !== null) useWriter.write(use.id, useOf(use))
      }
    })
    const [left] = verifyRecords(database)
    if (left) throw new TypeError(`a new file of records is damaged: ${left.reason}`)
  })
}

function countsOf({ entries }: SalvagedRecords): RecordsRepair['kept'] {
  const all = [...entries.values()]
  const records = all.filter(({ kind }) => kind === 'record')
  const forgotten = records.filter(({ body }) => body === null).length
  return { records: records.length - forgotten, forgotten, sessions: all.length - records.length }
}

/** The new file, one that an earlier repair finished, and a copy of the damaged file. */
const copies = 3
