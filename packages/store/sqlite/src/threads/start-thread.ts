import { Worker } from 'node:worker_threads'
import type { CarriedError } from './carried-error.js'
import type { Request, ThreadAnswer, ThreadData, ThreadMessage } from './protocol.js'
import { nestedTooDeeply, threadEnded, type ThreadStore } from './thread-errors.js'
import { createWaitingRequests, type Asked, type NewsListener } from './waiting-requests.js'

/** A running thread with an open store, seen from outside. It keeps the program alive only while it is asked something. */
export interface Thread {
  /** False once it has ended. */
  isAlive(): boolean
  /**
   * Rejects with what the store there threw, with `STORE_UNAVAILABLE` if the thread ends, and with a `DataCloneError`
   * where the request cannot be copied.
   */
  ask(request: Request, onNews?: NewsListener): Asked
  /** Tells the thread that the task of a request is no longer wanted. */
  abort(number: number, reason: CarriedError): void
  /** Waits for what is under way, closes the store and ends the thread; never rejects. */
  close(): Promise<void>
}

/** How to start a thread: what it runs, what it opens, and what to call it in messages. */
export interface ThreadStart {
  readonly program: URL
  readonly data: ThreadData
  readonly store: ThreadStore
}

/**
 * Starts a thread and opens the store in it.
 * @throws StoreError as `openSqliteStore` does, and `STORE_UNAVAILABLE` if the thread ends meanwhile
 */
export async function startThread({ program, data, store }: ThreadStart): Promise<Thread> {
  // Without the flags of the program, which need not be for threads.
  const worker = new Worker(program, { workerData: data, execArgv: [] })
  const waiting = createWaitingRequests((isBusy) => (isBusy ? worker.ref() : worker.unref()))
  const opening = waiting.add()
  let isAlive = true
  let failure: Error | undefined
  const fail = (error: Error) => void (failure = error)
  worker.on('message', (answer: ThreadAnswer) => waiting.hear(answer))
  worker.on('messageerror', (error) => {
    fail(error)
    void worker.terminate()
  })
  worker.on('error', fail)
  worker.on('exit', (code) => {
    isAlive = false
    waiting.rejectAll(threadEnded(store, howItEnded(code, failure), failure))
  })
  // Everything is copied, nothing moved: buffers stay with those who own them.
  const send = (message: ThreadMessage) => worker.postMessage(message, [])
  const ask = (request: Request, onNews?: NewsListener): Asked => {
    const asked = waiting.add(onNews)
    try {
      send({ type: 'request', number: asked.number, request })
    } catch (error) {
      waiting.reject(asked.number, error instanceof RangeError ? nestedTooDeeply(request) : error)
    }
    return asked
  }
  try {
    await opening.answer
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return {
    isAlive: () => isAlive,
    ask,
    abort: (number, reason) => send({ type: 'abort', number, reason }),
    async close() {
      await waiting.settled()
      if (isAlive) await ask({ type: 'close' }).answer.catch(ignore)
      await worker.terminate()
    },
  }
}

function howItEnded(code: number, failure: Error | undefined): string {
  if (failure === undefined) return `exited with code ${code}`
  const isOutOfMemory = 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory ? 'ran out of memory' : `failed with "${failure.message}"`
}

/** What is written is written: a thread that cannot close its store is ended all the same. */
function ignore(): void {}
