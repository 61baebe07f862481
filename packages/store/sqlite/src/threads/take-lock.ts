import type { StoreLock } from '@recallite/store'
import type { Thread } from './start-thread.js'

/** Takes the lock in a thread; if that ends, the lock is free. */
export async function takeLock(thread: Thread, values: readonly unknown[]): Promise<StoreLock> {
  const { number, answer } = thread.ask({ type: 'lock', values })
  await answer
  return {
    async release() {
      if (!thread.isAlive()) return
      try {
        await thread.ask({ type: 'release', lock: number }).answer
      } catch (error) {
        if (thread.isAlive()) throw error
      }
    },
  }
}
