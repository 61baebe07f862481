import { Worker } from 'node:worker_threads'
import type { Root } from '@recallite/store'
import { watchProgram } from '../watch-program.js'
import type { FileListener } from './watch.js'

/** What the thread that watches files sends. */
export type WatchMessage =
  /** Every change from now on is noticed. */
  | { readonly type: 'ready' }
  | { readonly type: 'changed' }
  | { readonly type: 'moved' }
  | { readonly type: 'failed'; readonly reason: string }

/**
 * Watches in a thread of its own, so that thousands of changes at once do not block this one. A thread that ends has failed.
 * Like other watchers it keeps the process alive until it is closed.
 */
export async function watchInThread(roots: readonly Root[], { onChange, onMove, onFailure }: FileListener) {
  if (roots.length === 0) return { close: async () => {} }
  // Without the flags of the program, some of which threads refuse.
  const worker = new Worker(watchProgram, { workerData: roots, execArgv: [] })
  let isClosed = false
  const fail = (reason: unknown) => void (isClosed || onFailure(reason))
  const ready = new Promise<void>((resolve) => {
    const acts = { ready: resolve, changed: onChange, moved: onMove }
    worker.on('message', (message: WatchMessage) => {
      if (message.type === 'failed') fail(message.reason)
      else if (!isClosed) acts[message.type]()
    })
    worker.on('error', fail)
    worker.on('exit', (code) => {
      fail(`the thread that watches them ended with code ${code}`)
      resolve()
    })
  })
  await ready
  return {
    async close() {
      isClosed = true
      await worker.terminate()
    },
  }
}
