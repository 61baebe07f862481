import { openConnection, type ConnectionOptions } from '../connection/connection.js'
import { closing, type SqlDatabase } from '../connection/sql-database.js'
import { findFileDamage } from './salvage/judge-file.js'
import { withPages } from './salvage/page-file.js'
import { salvage } from './salvage/salvage.js'
import { assertClosed, removeLeftovers, replaceDamaged, type WorkFolder } from './salvage/swap-in.js'
import { migrate } from '../connection/schema-version.js'
import { isDamage, toStoreError } from '../connection/sqlite-errors.js'
import { realPathOf, refuseLinks } from '../connection/store-files.js'
import { verify } from './verify/verify.js'

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
}

/**
 * Repairs a database: if it is damaged, a new one with the roots, spaces, notes and vectors whose checksums match replaces it,
 * and the damaged one gets another name. The next sync indexes all documents again, and embeds only texts without a vector. The
 * caller holds the store's lock (see `lockStore`) and has no store open over the file.
 * @throws StoreError `STORE_FOREIGN` for another program's file and `STORE_TOO_NEW` for a newer version's; `STORE_FULL`
 * without space for a new database; `STORE_BUSY` if another program has it open; `STORE_UNAVAILABLE` if there is no file;
 * `STORE_LINK`. The file is then unchanged.
 */
export async function repairStore(options: RepairOptions): Promise<StoreRepair> {
  const path = realPathOf(options.path)
  try {
    refuseLinks(options.path, options)
    const reason = findFileDamage(path)
    const damages = reason === undefined ? findDamages({ ...options, path }) : [reason]
    if (damages.length > 0) return { damages, ...rebuild(path, options) }
    removeLeftovers(path)
    return { damages, aside: null, kept: noRows }
  } catch (error) {
    throw toStoreError(error, options.path)
  }
}

/**
 * Describes the damage in a database's header, which SQLite checks only in part; undefined if there is none. Reads only. No store
 * over the file may be open in this process.
 * @throws StoreError as `repairStore` does for files that it does not change
 */
export function headerDamage({
  path,
  mayBeLink,
}: Pick<RepairOptions, 'path' | 'mayBeLink'>): string | undefined {
  try {
    refuseLinks(path, { mayBeLink })
    return findFileDamage(realPathOf(path))
  } catch (error) {
    throw toStoreError(error, path)
  }
}

function findDamages({ path, vectorExtension }: RepairOptions): readonly string[] {
  try {
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

function rebuild(path: string, options: RepairOptions): Omit<StoreRepair, 'damages'> {
  let rows: StoreRepair['kept'] = noRows
  const aside = replaceDamaged(path, {
    copies: 1,
    build: (work) => void (rows = makeNew(path, work, options)),
    hold: () => assertClosed(path),
  })
  return { aside, kept: rows }
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
    return countRows(database)
  })
}

function countRows(database: SqlDatabase): StoreRepair['kept'] {
  const sql = 'SELECT (SELECT count(*) FROM root) AS roots, (SELECT count(*) FROM vector) AS vectors'
  return database.prepare<StoreRepair['kept']>(sql).get() ?? noRows
}
