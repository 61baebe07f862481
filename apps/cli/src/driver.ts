/*
 * The only file that names the driver of the store.
 */
import type { Store } from '@recallite/store'
import { openSqliteStore, storeSize, type ConnectionOptions } from '@recallite/store-sqlite'

export {
  headerDamage,
  lockHolder,
  lockStore,
  memoryFile,
  openSqliteStore,
  openSqliteStoreInThreads,
  refuseLinks,
  repairStore,
  roomFor,
  storeFiles,
  storeSize,
  type ConnectionOptions,
  type StoreRepair,
} from '@recallite/store-sqlite'

/** The reason why a store could not be opened. */
export interface Unopened {
  readonly error: unknown
}

/** Opens a store, or gives the reason why it cannot be opened. */
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

/** Whether a database can be copied into memory. */
export function hasRoomForCopy(path: string): boolean {
  const { file, log } = storeSize(path)
  // SQLite copies at most 1 GiB into memory.
  return file + log < 900_000_000
}
