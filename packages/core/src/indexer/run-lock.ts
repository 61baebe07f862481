import type { Store, StoreLock } from '@recallite/store'

/** Shares one lock of the store among overlapping work in this process. Does nothing if the store has no lock. */
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
    /** @throws StoreError `STORE_LOCKED` if another process does not release the lock within `wait` milliseconds */
    async hold<Result>(work: () => Promise<Result>, wait: number): Promise<Result> {
      if (!maintenance) return work()
      holders += 1
      // A lock that is being released would look like that of another process.
      taking ??= released.then(() => maintenance.lock({ wait }))
      const request = taking
      const lock = await request.catch((error: unknown) => {
        holders -= 1
        if (taking === request) taking = undefined
        throw error
      })
      try {
        return await work()
      } finally {
        await release(lock)
      }
    },
  }
}

/** Runs work sequentially, in the order of the calls, even after failures. */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
