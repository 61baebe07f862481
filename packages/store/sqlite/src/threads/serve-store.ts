import type { Store, StoreLock } from '@recallite/store'
import { carryError, restoreError } from './carried-error.js'
import { inTurns } from './in-turns.js'
import type { Request, ThreadAnswer, ThreadMessage } from './protocol.js'
import type { QuestionCount } from './questions.js'
import { runTask } from './run-task.js'

type Send = (answer: ThreadAnswer) => void

/** Sends what comes of some work, once, under the number of its request. */
export async function answer(send: Send, number: number, work: () => Promise<unknown>): Promise<void> {
  try {
    send({ type: 'result', number, value: await work() })
  } catch (error) {
    send({ type: 'failure', number, error: carryError(error) })
  }
}

/** Does for a store, in its own thread, what messages ask; each answer is sent. */
export function serveStore(
  store: Store,
  send: Send,
  questions: QuestionCount,
): (message: ThreadMessage) => void {
  const locks = new Map<number, StoreLock>()
  const tasks = new Map<number, AbortController>()
  const storeForTasks = inTurns(store, questions)

  const runNear = async (number: number, request: Extract<Request, { type: 'near' }>) => {
    const wanted = new AbortController()
    tasks.set(number, wanted)
    const tell = (news: unknown) => send({ type: 'news', number, news })
    try {
      return await runTask(storeForTasks, request, { tell, signal: wanted.signal })
    } finally {
      tasks.delete(number)
    }
  }
  const lock = async (number: number, values: readonly unknown[]) => {
    locks.set(number, await store.lock(...(values as Parameters<Store['lock']>)))
  }
  const release = async (number: number) => {
    await locks.get(number)?.release()
    locks.delete(number)
  }
  const perform = (number: number, request: Request): Promise<unknown> => {
    switch (request.type) {
      case 'call':
        return (store[request.name] as (...values: readonly unknown[]) => Promise<unknown>)(...request.values)
      case 'near':
        return runNear(number, request)
      case 'lock':
        return lock(number, request.values)
      case 'release':
        return release(request.lock)
      case 'close':
        return store.close()
    }
  }
  return (message) => {
    if (message.type === 'abort') tasks.get(message.number)?.abort(restoreError(message.reason))
    else void answer(send, message.number, () => perform(message.number, message.request))
  }
}
