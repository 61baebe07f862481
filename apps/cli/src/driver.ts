/*
 * The only file that names the driver of the store.
 */
import type { Store } from '@recallite/store'
import { openSqliteStore, storeSize, type ConnectionOptions } from '@recallite/store-sqlite'

export {
  lockHolder,
  lockStore,
  memoryFile,
  openSqliteStore,
  refuseLinks,
  roomFor,
  storeFiles,
  storeSize,
  type ConnectionOptions,
} from '@recallite/store-sqlite'

export type { StoreRepair } from '@recallite/store-sqlite/repair'

/** Loads what opens a database in threads: only a program that stays needs it. */
export const loadThreads = () => import('@recallite/store-sqlite/threads')

/** Loads what examines and repairs a damaged database. */
export const loadRepair = () => import('@recallite/store-sqlite/repair')

/** Something that could not be opened, and why. */
export interface Unopened {
  readonly error: unknown
}

/** Opens a store, or says why it cannot be opened. */
export async function tryOpen(options: ConnectionOptions): Promise<Store | Unopened> {
  try {
    return await openSqliteStore(options)
  } catch (error) {
    return { error }
  }
}

/** Whether a store could be opened. */
export function isOpen(store: Store | Unopened | undefined): store is Store {
  return store !== undefined && !('error' in store)
}

/** SQLite reads less than 1 GiB into memory, in bytes. */
const mostCopied = 900_000_000

/** Whether a database can be copied into memory. */
export function hasRoomForCopy(path: string): boolean {
  const { file, log } = storeSize(path)
  return file + log < mostCopied
}
