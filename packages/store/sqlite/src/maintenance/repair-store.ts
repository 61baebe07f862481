import { chmodSync, lstatSync } from 'node:fs'
import { StoreError } from '@recallite/store'
import { openConnection, type ConnectionOptions } from '../connection/connection.js'
import { closing } from '../connection/sql-database.js'
import { findFileDamage, noDatabase } from './salvage/judge-file.js'
import { withPages } from './salvage/page-file.js'
import { countSalvaged, salvage, type Salvaged } from './salvage/salvage.js'
import {
  assertClosed,
  assertRoom,
  openWorkFolder,
  removeLeftovers,
  swapIn,
  type WorkFolder,
} from './salvage/swap-in.js'
import { migrate } from '../connection/schema-version.js'
import { isDamage, toStoreError } from '../connection/sqlite-errors.js'
import { realPathOf, refuseLinks } from '../connection/store-files.js'
import { verify } from './verify/verify.js'

export { noDatabase }

/** Which database to repair. */
export type RepairOptions = Pick<ConnectionOptions, 'path' | 'vectorExtension' | 'mayBeLink'>

/** What a repair did. */
export interface StoreRepair {
  /** What was found, each as part of a sentence; none if the database is whole, and then nothing was changed. */
  readonly damages: readonly string[]
  /** Where the damaged database is, which stays as it was; null if nothing was changed. */
  readonly aside: string | null
  /** What was taken over into the new database. */
  readonly kept: Salvaged
}

/**
 * Repairs the database in a file. The caller holds the store's lock (see `lockStore`), and no store over the file may be
 * open in this process. If anything in it is damaged, a new database takes its place, with the roots, spaces, notes and vectors that
 * their checksums prove; the damaged one is kept whole under another name. The next sync indexes all documents again, and
 * embeds no text whose vector was found.
 * @throws StoreError `STORE_FOREIGN` for another program's database and `STORE_TOO_NEW` for a newer version's, which are
 * not changed; `STORE_FULL`, before anything is changed, without room for a new database; `STORE_BUSY` if another program
 * has it open; `STORE_UNAVAILABLE` if there is no file; `STORE_LINK`
 */
export async function repairStore(options: RepairOptions): Promise<StoreRepair> {
  const path = realPathOf(options.path)
  try {
    refuseLinks(options.path, options)
    const reason = findFileDamage(path)
    if (reason === noDatabase) assertNoLink(options.path, path)
    const damages = reason === undefined ? findDamages({ ...options, path }) : [reason]
    if (damages.length > 0) return { damages, ...rebuild(path, options) }
    removeLeftovers(path)
    return { damages, aside: null, kept: { roots: 0, vectors: 0 } }
  } catch (error) {
    throw toStoreError(error, options.path)
  }
}

/**
 * What is damaged in the header of a database; undefined if nothing is. SQLite does not look at all of the header, and
 * takes the rest for true. Reads only. No store over the file may be open in this process.
 * @throws StoreError as `repairStore` does for files that it leaves alone
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

/** A link may lead to any file of the user's, which must not give way to a new database unless the user names it. */
function assertNoLink(given: string, real: string): void {
  if (!lstatSync(given).isSymbolicLink()) return
  throw new StoreError(
    'STORE_LINK',
    `${given} is a link to ${real}, which is no database and was not changed. Remove the link, or name that file itself to have it replaced: --db ${real}`,
  )
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
    // The sentence of a store's error would name the command that is running.
    const said = error instanceof Error ? (error.cause ?? error) : error
    return [said instanceof Error ? said.message : String(said)]
  }
}

/** Makes a new database of what can be read in the old one, and puts it into its place. */
function rebuild(path: string, options: RepairOptions): Omit<StoreRepair, 'damages'> {
  assertRoom(path, 1)
  const work = openWorkFolder(path)
  try {
    const kept = makeAnew(path, work, options)
    assertClosed(path)
    chmodSync(work.made, 0o600)
    const aside = swapIn(path, work.made)
    work.remove()
    return { aside, kept }
  } catch (error) {
    work.abandon()
    throw error
  }
}

function makeAnew(path: string, work: WorkFolder, { vectorExtension }: RepairOptions): Salvaged {
  const { database } = openConnection({ path: work.made, vectorExtension })
  return closing(database, () => {
    migrate(database)
    for (const from of [work.ready, path])
      if (from !== undefined) withPages(from, (pages) => salvage(pages, database))
    const [left] = verify(database)
    if (left !== undefined) throw new TypeError(`a rebuilt database is damaged: ${left}`)
    return countSalvaged(database)
  })
}
