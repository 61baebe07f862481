import { storeSize, openSqliteStore, type ConnectionOptions } from '@recallite/store-sqlite'
import type { Store } from '@recallite/store'

/** A copy in memory has room for less than 1 GiB. */
const mostCopied = 900_000_000

/** Whether a database can be copied into memory. */
export function hasRoomForCopy(path: string): boolean {
  const { file, log } = storeSize(path)
  return file + log < mostCopied
}

/** Something that could not be opened, and why. */
export interface Unopened {
  readonly error: unknown
}

/** Whether something could be opened. */
export function isOpen(store: Store | Unopened | undefined): store is Store {
  return store !== undefined && !('error' in store)
}

/** Opens a store, or says why it cannot be. */
export async function tryOpen(options: ConnectionOptions): Promise<Store | Unopened> {
  try {
    return await openSqliteStore(options)
  } catch (error) {
    return { error }
  }
}
