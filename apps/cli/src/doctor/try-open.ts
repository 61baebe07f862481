import type { Store } from '@recallite/store'
import { openSqliteStore, type ConnectionOptions } from '@recallite/store-sqlite'

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
