import type { Store, StoreLock } from '@recallite/store'

/** One lock for all works of a memory that overlap; without a lock in the store, other processes are not kept away. */
export function createRunLock({ maintenance }: Pick<Store, 'maintenance'>) {
  let holders = 0
  let taking: Promise<StoreLock> | undefined
  let released: Promise<unknown> = Promise.resolve()

  async function release(lock: StoreLock): Promise<void> {
    holders -= 1
    if (holders > 0) return
    taking = undefined
    const releasing = lock.release()
    released = releasing.catch(() => undefined)
    await releasing
  }

  return {
    /**
     * Runs work while no other process indexes the same store.
     * @throws StoreError `STORE_LOCKED` where another process does not release the lock within `wait` milliseconds
     */
    async hold<Result>(work: () => Promise<Result>, wait: number): Promise<Result> {
      if (!maintenance) return work()
      holders += 1
      // A lock that is just being released would look like that of another process.
      taking ??= released.then(() => maintenance.lock({ wait }))
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
        await release(lock)
      }
    },
  }
}

/** Runs works one after the other, in the order of the calls; a failure does not prevent the next from running. */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
