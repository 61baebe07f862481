import { chmodSync, lstatSync, statSync } from 'node:fs'
import { StoreError, type StoreDamage } from '@recallite/store'
import { assertClosed, openConnection, type ConnectionOptions } from './connection.js'
import { roomFor } from './free-room.js'
import { migrate } from './migrations/ledger.js'
import { migrations } from './migrations/migrations.js'
import { openSqliteStore } from './open-store.js'
import { refuseLinks } from './store-files.js'
import { judgeFile, noDatabase } from './salvage/judge-file.js'
import { openPageFile } from './salvage/page-file.js'
import { salvage, type Salvaged } from './salvage/salvage.js'
import { openWorkFolder, removeLeftovers, swapIn, type WorkFolder } from './salvage/swap-in.js'
import type { SqlDatabase } from './sql-database.js'
import { toStoreError } from './sqlite-errors.js'
import { realPathOf, storeSize } from './store-files.js'
import { clearKeywordIndex } from './verify/check-keyword-index.js'
import { verify } from './verify/verify.js'

/** Which database to repair. */
export interface RepairOptions extends Pick<ConnectionOptions, 'path' | 'vectorExtension' | 'mayBeLink'> {
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** What a repair did. */
export interface StoreRepair {
  /** What was found; none where all is whole, and then nothing was changed. */
  readonly damages: readonly StoreDamage[]
  /** Where the damaged database is, if a new one took its place; null where it was mended as it is. */
  readonly aside: string | null
  /** How many rows of each kind were taken over into the new database. */
  readonly kept: { readonly roots: number; readonly documents: number; readonly vectors: number }
}

const environmental: ReadonlySet<string> = new Set([
  'STORE_BUSY',
  'STORE_FULL',
  'STORE_READ_ONLY',
  'STORE_LOCKED',
  'STORE_TOO_NEW',
  'STORE_FOREIGN',
  'STORE_LINK',
  'STORE_OUTSIDE',
])

/** Whether an error says that the file is damaged, and not that something else stands in the way. */
function isOfDamage(error: unknown): boolean {
  if (!StoreError.isInstance(error)) return true
  if (environmental.has(error.code)) return false
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return !/^(EACCES|EPERM|EROFS|EMFILE|ENFILE|SQLITE_(CANTOPEN|PERM|AUTH))/.test(code)
}

interface MendedInPlace {
  readonly damages: readonly StoreDamage[]
  readonly isWhole: boolean
}

/** Mends a database as it is, where its trees are sound enough for that. */
async function mendInPlace({ path, vectorExtension, now }: RepairOptions): Promise<MendedInPlace> {
  try {
    const store = await openSqliteStore({ path, create: false, vectorExtension, now })
    try {
      const damages = await store.verify({ repair: true })
      const left = damages.length > 0 ? await store.verify() : []
      return { damages, isWhole: left.length === 0 }
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!isOfDamage(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return { damages: [fileDamage(reason)], isWhole: false }
  }
}

function fileDamage(reason: string): StoreDamage {
  return { part: 'file', count: 1, reason, isRestorable: false, documents: [] }
}

/** The new database and what SQLite may need meanwhile, in bytes. */
const spare = 8 * 1024 * 1024
/** What systems count in, whatever the blocks of the disk. */
const blockSize = 512

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** @throws StoreError `STORE_FULL` */
function assertRoom(path: string): void {
  const { file, log } = storeSize(path)
  // Holes of a file take up no room, and come to nothing.
  const { blocks } = statSync(path)
  const needed = Math.min(file, blocks * blockSize) + log + spare
  const room = roomFor(path)
  if (room === undefined || room.free >= needed) return
  throw new StoreError(
    'STORE_FULL',
    `Repairing ${path} needs ${inMegabytes(needed)} on its disk for a new database beside it, and ${inMegabytes(room.free)} are free. Nothing was changed: make room and run 'recallite doctor --repair' again.`,
  )
}

function salvageInto(database: SqlDatabase, path: string, { leftover }: WorkFolder): Salvaged {
  const salvaged = new Map<string, number>()
  for (const source of leftover === undefined ? [path] : [path, leftover]) {
    const pages = openPageFile(source)
    try {
      for (const [table, rows] of salvage(pages, database))
        salvaged.set(table, (salvaged.get(table) ?? 0) + rows)
    } finally {
      pages.close()
    }
  }
  return salvaged
}

/** Makes a new database of what can be read in the old one. */
function makeAnew(
  path: string,
  work: WorkFolder,
  { vectorExtension, now = Date.now }: RepairOptions,
): Salvaged {
  const { database } = openConnection({ path: work.made, vectorExtension })
  try {
    migrate(database, migrations, now)
    const salvaged = salvageInto(database, path, work)
    // Its words are known by their hashes only: every document is cut anew.
    database.transaction(() => clearKeywordIndex(database)).immediate()
    verify(database, { repair: true })
    const left = verify(database)
    if (left[0]) throw new TypeError(`a database that was made anew is damaged: ${left[0].reason}`)
    return salvaged
  } finally {
    database.close()
  }
}

function rebuild(path: string, options: RepairOptions): Omit<StoreRepair, 'damages'> {
  assertRoom(path)
  const work = openWorkFolder(path)
  try {
    const salvaged = makeAnew(path, work, options)
    assertClosed(path)
    chmodSync(work.made, 0o600)
    const aside = swapIn(path, work.made)
    work.remove()
    const count = (table: string) => salvaged.get(table) ?? 0
    return { aside, kept: { roots: count('root'), documents: count('document'), vectors: count('vector') } }
  } catch (error) {
    work.abandon()
    throw error
  }
}

/**
 * Mends the database in a file, for whoever holds its lock (see `lockStore`); no store over it may be open in this process.
 * What is sound enough is mended in place. Otherwise a new database is made of every row that proves itself, and takes the
 * place of the old one, which is kept whole under another name. Documents whose words are lost are cut anew by the next
 * sync; no text whose vector was found is embedded again.
 * @throws StoreError: `STORE_FOREIGN` for another program's database and `STORE_TOO_NEW` for a newer version's, which are not
 * changed; `STORE_FULL` before anything is, where there is no room for a new one; `STORE_BUSY` where another program has it
 * open; `STORE_UNAVAILABLE` where there is no file; `STORE_LINK`
 */
export async function repairStore(options: RepairOptions): Promise<StoreRepair> {
  const path = realPathOf(options.path)
  try {
    refuseLinks(options.path, options)
    const verdict = judgeFile(path)
    if (verdict.kind === 'damaged') {
      if (verdict.reason === noDatabase) assertNoLink(options.path, path)
      return { damages: [fileDamage(verdict.reason)], ...rebuild(path, options) }
    }
    const { damages, isWhole } = await mendInPlace({ ...options, path })
    if (!isWhole) return { damages, ...rebuild(path, options) }
    removeLeftovers(path)
    return { damages, aside: null, kept: { roots: 0, documents: 0, vectors: 0 } }
  } catch (error) {
    throw toStoreError(error, options.path)
  }
}

/** A link may lead to any file of the user's, which must not give way to a new database unless the user names it. */
function assertNoLink(given: string, real: string): void {
  if (!lstatSync(given).isSymbolicLink()) return
  throw new StoreError(
    'STORE_LINK',
    `${given} is a link to ${real}, which is no database and was not changed. Remove the link, or name that file itself to have it replaced: --db ${real}`,
  )
}

/**
 * Why a file is no whole database, as far as its header says: SQLite does not look at all of that, and does with the rest
 * as it is told. Reads only, and undefined where nothing is wrong. No store over it may be open in this process.
 * @throws StoreError as `repairStore` does for what it leaves alone
 */
export function headerDamage({
  path,
  mayBeLink,
}: Pick<RepairOptions, 'path' | 'mayBeLink'>): string | undefined {
  try {
    refuseLinks(path, { mayBeLink })
    const verdict = judgeFile(realPathOf(path))
    return verdict.kind === 'damaged' ? verdict.reason : undefined
  } catch (error) {
    throw toStoreError(error, path)
  }
}
