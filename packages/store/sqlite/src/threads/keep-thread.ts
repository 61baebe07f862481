import type { Thread } from './start-thread.js'
import { mostRestarts, threadsUsedUp, type ThreadStore } from './thread-errors.js'

/** Keeps one thread alive. */
export interface ThreadKeeper {
  /**
   * Asks the living thread, at once where there is one; one that ended is replaced, three times over the life of the store.
   * @throws StoreError `STORE_UNAVAILABLE` when that is used up or the data went with the thread, or as `start` does
   */
  use<Output>(work: (thread: Thread) => Promise<Output>): Promise<Output>
  /** Ends it when what is under way is done; nothing may be asked any more. Never rejects. */
  close(): Promise<void>
}

/** Starts a thread after so many others. */
export type StartThread = (predecessors: number) => Promise<Thread>

/**
 * Starts the first thread.
 * @throws StoreError as `start` does
 */
export async function keepThread(start: StartThread, store: ThreadStore): Promise<ThreadKeeper> {
  let thread = await start(0)
  let restarts = 0
  let starting: Promise<Thread> | undefined

  const restart = async () => {
    if (store.isInMemory || restarts >= mostRestarts) throw threadsUsedUp(store)
    restarts += 1
    thread = await start(restarts)
    return thread
  }
  const replacement = () => (starting ??= restart().finally(() => (starting = undefined)))
  return {
    use: async (work) => work(thread.isAlive() ? thread : await replacement()),
    async close() {
      await starting?.catch(() => undefined)
      await thread.close()
    },
  }
}
