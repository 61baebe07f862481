import { Worker } from 'node:worker_threads'
import { StoreError, tooDeepQuery } from '@recallite/store'
import { restoreError, type CarriedError } from './carried-error.js'
import type { Request, ThreadAnswer, ThreadData, ThreadMessage } from './protocol.js'

/** A running thread with an open store. It keeps the program alive only while requests wait. */
export interface Thread {
  /** The names of its store's calls. */
  readonly calls: readonly string[]
  isAlive(): boolean
  /** Rejects as the store does, with `STORE_UNAVAILABLE` if the thread ends, or with a `DataCloneError`. */
  ask(request: Request, onNews?: NewsListener): PendingRequest
  /** Aborts the task of a request. */
  abort(number: number, reason: CarriedError): void
  /** Waits for running requests, closes the store and ends the thread; never rejects. */
  close(): Promise<void>
}

/** Starts a thread and opens the store in it. @throws StoreError, `STORE_UNAVAILABLE` if the thread ends */
export async function startThread(program: URL, data: ThreadData): Promise<Thread> {
  const { path } = data.connection
  // Flags of the program may be invalid for a thread.
  const worker = new Worker(program, { workerData: data, execArgv: [] })
  const waiting = createWaitingRequests((isBusy) => (isBusy ? worker.ref() : worker.unref()))
  const opening = waiting.add()
  let failure: Error | undefined
  let ended: StoreError | undefined
  const fail = (error: Error) => void (failure = error)
  worker.on('message', (answer: ThreadAnswer) => waiting.hear(answer))
  worker.on('messageerror', (error) => {
    fail(error)
    void worker.terminate()
  })
  worker.on('error', fail)
  worker.on('exit', (code) => {
    ended = new StoreError(
      'STORE_UNAVAILABLE',
      `A thread of the store in ${path} ended: it ${howItEnded(code, failure)}. Its work was not finished. Check the free memory, then open the store again.`,
      { cause: failure },
    )
    waiting.rejectAll(ended)
  })
  // Everything is copied, not transferred, so the caller can reuse its buffers.
  const send = (message: ThreadMessage) => worker.postMessage(message, [])
  const ask = (request: Request, onNews?: NewsListener): PendingRequest => {
    const pending = waiting.add(onNews)
    if (ended) waiting.reject(pending.number, ended)
    try {
      send({ type: 'request', number: pending.number, request })
    } catch (error) {
      waiting.reject(pending.number, error instanceof RangeError ? nestedTooDeeply(request) : error)
    }
    return pending
  }
  const calls = await opening.answer.catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  return {
    calls: calls as readonly string[],
    isAlive: () => ended === undefined,
    ask,
    abort: (number, reason) => send({ type: 'abort', number, reason }),
    async close() {
      await waiting.settled()
      // Writes are safe already, so a thread that cannot close its store is terminated too.
      if (!ended) await ask({ type: 'close' }).answer.catch(() => undefined)
      await worker.terminate()
    },
  }
}

function howItEnded(code: number, failure: Error | undefined): string {
  if (failure === undefined) return `exited with code ${code}`
  const isOutOfMemory = 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory ? 'ran out of memory' : `failed with "${failure.message}"`
}

interface PendingRequest {
  /** Unique within the thread, from 0. */
  readonly number: number
  readonly answer: Promise<unknown>
}

type NewsListener = (news: unknown) => void

type Waiting = Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'> & {
  readonly onNews: NewsListener | undefined
}

/** The waiting requests of one thread; `onChange` is called when there is a first one, or none is left. */
function createWaitingRequests(onChange: (isBusy: boolean) => void) {
  const waiting = new Map<number, Waiting>()
  const idleListeners: (() => void)[] = []
  let next = 0

  const take = (number: number): Waiting | undefined => {
    const taken = waiting.get(number)
    if (!waiting.delete(number) || waiting.size > 0) return taken
    onChange(false)
    for (const tell of idleListeners.splice(0)) tell()
    return taken
  }
  return {
    add(onNews?: NewsListener): PendingRequest {
      const number = next++
      const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>()
      waiting.set(number, { resolve, reject, onNews })
      if (waiting.size === 1) onChange(true)
      return { number, answer }
    },
    /** Passes an answer, or news, to its request. */
    hear(message: ThreadAnswer): void {
      if (message.type === 'news') waiting.get(message.number)?.onNews?.(message.news)
      else if (message.type === 'result') take(message.number)?.resolve(message.value)
      else take(message.number)?.reject(restoreError(message.error))
    },
    reject: (number: number, error: unknown) => take(number)?.reject(error),
    rejectAll(error: unknown): void {
      for (const number of waiting.keys()) take(number)?.reject(error)
    },
    /** Resolves when no request is waiting. */
    settled: () =>
      new Promise<void>((resolve) => void (waiting.size === 0 ? resolve() : idleListeners.push(resolve))),
  }
}

function nestedTooDeeply(request: Request): StoreError {
  if (request.type === 'call' && request.name === 'writeDocuments') {
    return new StoreError('STORE_INVALID_DOCUMENT', 'The metadata of a document is nested too deeply.')
  }
  return tooDeepQuery()
}
