import type { LockOptions, StoreLock } from '@recallite/store'
import { lockBeside } from './lock-place.js'
import { createStoreLock } from './store-lock.js'

/**
 * Takes the lock of the store in a database file, as `Store.lock` does, without opening that: for work on the file itself.
 * The folder has to be there.
 * @throws StoreError `STORE_LOCKED`
 */
export function lockStore(path: string, options?: LockOptions): Promise<StoreLock> {
  return createStoreLock(lockBeside(path)).acquire(options)
}
