/* All imports of the store's driver, except in memory-location.ts, which needs the name of a database. */
import type { Store } from '@recallite/store'
import { storeSize } from '@recallite/store-sqlite'

export {
  isOfStore,
  lockHolder,
  openSqliteStore,
  refuseLinks,
  storeSize,
  type ConnectionOptions,
} from '@recallite/store-sqlite'

export type { StoreRepair } from '@recallite/store-sqlite/repair'

/** Loads the code that opens a database in threads, which only long-running programs need. */
export const loadThreads = () => import('@recallite/store-sqlite/threads')

/** Loads the code that examines and repairs a damaged database. */
export const loadRepair = () => import('@recallite/store-sqlite/repair')

/** The reason why a store could not be opened. */
export type Unopened = { readonly error: unknown }

/** Opens a store, or returns the reason why it cannot be opened. */
export function tryOpen(open: () => Promise<Store>): Promise<Store | Unopened> {
  return open().catch((error: unknown) => ({ error }))
}

/** Whether a store could be opened. */
export function isOpen(store: Store | Unopened | undefined): store is Store {
  return store !== undefined && !('error' in store)
}

/** Whether a database can be copied into memory. */
export function hasRoomForCopy(path: string): boolean {
  const { file, log } = storeSize(path)
  // SQLite copies up to 1 GiB into memory.
  return file + log < 900_000_000
}
