import type { Store, StoreLock } from '@recallite/store'

/** Keeps other processes from indexing the same store meanwhile. */
export interface RunLock {
  /**
   * Works under the store's lock, which is taken once however much is done at the same time.
   * @throws StoreError `STORE_LOCKED` where another process does not give it back within `wait` milliseconds
   */
  hold<Result>(work: () => Promise<Result>, wait: number): Promise<Result>
}

/** A lock for everything that one memory does. */
export function createRunLock(store: Pick<Store, 'lock'>): RunLock {
  let holders = 0
  let taking: Promise<StoreLock> | undefined
  let released: Promise<unknown> = Promise.resolve()

  async function give(lock: StoreLock): Promise<void> {
    holders -= 1
    if (holders > 0) return
    taking = undefined
    const release = lock.release()
    released = release.catch(() => undefined)
    await release
  }

  return {
    async hold(work, wait) {
      holders += 1
      // One that is just being given back would look like somebody else's.
      taking ??= released.then(() => store.lock({ wait }))
      const asked = taking
      let lock: StoreLock
      try {
        lock = await asked
      } catch (error) {
        holders -= 1
        if (taking === asked) taking = undefined
        throw error
      }
      try {
        return await work()
      } finally {
        await give(lock)
      }
    },
  }
}
