import { StoreError, type Maintenance, type Store, type StoreLock } from '@recallite/store'

/** How to wait while another process is indexing. */
export interface LockWait {
  /** In milliseconds; default 5,000. */
  readonly wait?: number | undefined
  /** Called once with who has the lock, as one or more sentences, if it is not free within half a second. */
  readonly onWait?: ((holder: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** The time of one attempt, in milliseconds. Between two attempts the signal is checked. */
const attempt = 500

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
    /** @throws StoreError `STORE_LOCKED` if another process does not release the lock in time; the signal's reason */
    async hold<Result>(work: () => Promise<Result>, how: LockWait): Promise<Result> {
      if (!maintenance) return work()
      holders += 1
      // A lock that is being released would look like that of another process.
      taking ??= released.then(() => take(maintenance, how))
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

const defaultWait = 5_000

async function take(
  maintenance: Maintenance,
  { wait = defaultWait, onWait, signal }: LockWait,
): Promise<StoreLock> {
  for (let left = wait; ; left -= attempt) {
    signal?.throwIfAborted()
    try {
      return await maintenance.lock({ wait: Math.min(attempt, left) })
    } catch (error) {
      const isLocked = StoreError.isInstance(error) && error.code === 'STORE_LOCKED'
      if (!isLocked || left <= attempt) throw error
      if (left === wait) onWait?.(error.message)
    }
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
