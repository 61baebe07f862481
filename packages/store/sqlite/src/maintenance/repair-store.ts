import type { LockOptions } from '@recallite/store'
import { openConnection, type ConnectionOptions } from '../connection/connection.js'
import { closing } from '../connection/sql-database.js'
import { findFileDamage } from './salvage/judge-file.js'
import { withPages } from './salvage/page-file.js'
import { salvage } from './salvage/salvage.js'
import { assertClosed, removeLeftovers, replaceDamaged, type WorkFolder } from './salvage/swap-in.js'
import { migrate } from '../connection/schema-version.js'
import { lockStore } from '../connection/store-lock.js'
import { isDamage, toStoreError } from '../connection/sqlite-errors.js'
import { createPrivate, realPathOf, refuseLinks } from '../connection/store-files.js'
import { verify } from './verify/verify.js'

export { hasLeftovers } from './salvage/swap-in.js'

/** The database to repair. */
export type RepairOptions = Pick<ConnectionOptions, 'path' | 'vectorExtension' | 'mayBeLink'>

/** The outcome of a repair. */
export interface StoreRepair {
  /** The damage, each as part of a sentence; empty if the database is whole and was not changed. */
  readonly damages: readonly string[]
  /** The path to which the damaged database was moved unchanged; null if there was no damage. */
  readonly aside: string | null
  /** The rows copied into the new database. */
  readonly kept: { readonly roots: number; readonly vectors: number }
  /** Whether files of an earlier repair that did not finish were removed, and nothing else was changed. */
  readonly hadLeftovers: boolean
}

/**
 * Repairs a database: if it is damaged, a new one with the roots, spaces, notes and vectors whose checksums match replaces it,
 * and the damaged one gets another name. The next sync indexes all documents again, and embeds only texts without a vector. Holds
 * the store's lock. The caller has no store open over the file. `how`: how long to wait for the lock.
 * @throws StoreError `STORE_FOREIGN` for another program's file and `STORE_TOO_NEW` for a newer version's; `STORE_FULL`
 * without space for a new database; `STORE_BUSY` if another program has it open, `STORE_LOCKED` if it indexes; `STORE_UNAVAILABLE` if there is no file;
 * `STORE_LINK`. The file is then unchanged.
 */
export async function repairStore(options: RepairOptions, how?: LockOptions): Promise<StoreRepair> {
  const path = realPathOf(options.path)
  // Checked before locking, which creates a file next to it.
  headerDamage(options)
  const lock = await lockStore(path, how)
  try {
    const damages = findDamages({ ...options, path })
    if (damages.length > 0) return { damages, ...rebuild(path, options), hadLeftovers: false }
    return { damages, aside: null, kept: noRows, hadLeftovers: removeLeftovers(path) }
  } catch (error) {
    throw toStoreError(error, options.path)
  } finally {
    await lock.release()
  }
}

/**
 * Describes the damage in a database's header, which SQLite checks only in part; undefined if there is none. Reads only. No store
 * over the file may be open in this process.
 * @throws StoreError as `repairStore` does for files that it does not change
 */
export function headerDamage({ path, mayBeLink }: RepairOptions): string | undefined {
  try {
    refuseLinks(path, { mayBeLink })
    return findFileDamage(realPathOf(path))
  } catch (error) {
    throw toStoreError(error, path)
  }
}

function findDamages({ path, vectorExtension }: RepairOptions): readonly string[] {
  try {
    const reason = findFileDamage(path)
    if (reason !== undefined) return [reason]
    const { database } = openConnection({ path, create: false, vectorExtension })
    return closing(database, () => {
      migrate(database)
      return verify(database)
    })
  } catch (thrown) {
    const error = toStoreError(thrown, path)
    if (!isDamage(error)) throw error
    // The sentence of a StoreError would name the command that is running.
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return [cause instanceof Error ? cause.message : String(cause)]
  }
}

function rebuild(path: string, options: RepairOptions): Pick<StoreRepair, 'aside' | 'kept'> {
  createPrivate(path)
  let kept = noRows
  const build = (work: WorkFolder) => void (kept = makeNew(path, work, options))
  return { aside: replaceDamaged(path, { copies: 1, build, hold: () => assertClosed(path) }), kept }
}

const noRows = { roots: 0, vectors: 0 }

function makeNew(path: string, work: WorkFolder, { vectorExtension }: RepairOptions): StoreRepair['kept'] {
  const { database } = openConnection({ path: work.made, vectorExtension })
  return closing(database, () => {
    migrate(database)
    for (const from of [work.ready, path])
      if (from !== undefined) withPages(from, (pages) => salvage(pages, database))
    const [damage] = verify(database)
    if (damage !== undefined) throw new TypeError(`a rebuilt database is damaged: ${damage}`)
    const sql = 'SELECT (SELECT count(*) FROM root) AS roots, (SELECT count(*) FROM vector) AS vectors'
    return database.prepare<StoreRepair['kept']>(sql).get() ?? noRows
  })
}
