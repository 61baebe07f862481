import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import {
  StoreError,
  type LockOptions,
  type Store,
  type StoreLock,
  type ThreadContext,
  type ThreadTask,
} from '@recallite/store'
import { once, openSqliteStore, type SqliteStore } from '../open-store.js'
import { carryError, restoreError } from './carried-error.js'
import {
  callNames,
  openingNumber,
  type Request,
  type ThreadAnswer,
  type ThreadData,
  type ThreadMessage,
} from './protocol.js'
import { inTurns, type QuestionCount } from './questions.js'

/*
 * The program of a thread: it opens a store, reports the result, and serves requests until it is terminated.
 */

async function serve(port: MessagePort, { connection, questions }: ThreadData): Promise<void> {
  const send = (message: ThreadAnswer) => port.postMessage(message, [])
  await answer(send, openingNumber, async () => {
    const store = await openSqliteStore(connection)
    // The number of an unreadable request is unknown, so the thread ends, which rejects all waiting requests.
    port.on('messageerror', (error) => {
      throw error
    })
    port.on('message', serveStore(store, send, questions))
    return callNames(store)
  })
}

type Send = (answer: ThreadAnswer) => void

async function answer(send: Send, number: number, work: () => Promise<unknown>): Promise<void> {
  try {
    send({ type: 'result', number, value: await work() })
  } catch (error) {
    send({ type: 'failure', number, error: carryError(error) })
  }
}

function serveStore(store: SqliteStore, send: Send, questions: QuestionCount) {
  const locks = new Map<number, StoreLock>()
  const tasks = new Map<number, AbortController>()
  const storeForTasks = inTurns(store, questions)
  // Most programs use no records.
  const stores = { files: () => store, records: once(store.ofRecords) }

  const run = async (number: number, request: Extract<Request, { type: 'run' }>) => {
    const controller = new AbortController()
    tasks.set(number, controller)
    const tell = (news: unknown) => send({ type: 'news', number, news })
    try {
      return await runTask(storeForTasks, request, { tell, signal: controller.signal })
    } finally {
      tasks.delete(number)
    }
  }
  const lock = async (number: number, [options]: readonly unknown[]) =>
    void locks.set(number, await store.maintenance.lock(options as LockOptions | undefined))
  const release = async (number: number) => {
    await locks.get(number)?.release()
    locks.delete(number)
  }
  const perform = (number: number, request: Request): Promise<unknown> => {
    switch (request.type) {
      case 'call':
        return callOf(stores[request.of](), request.name)(...request.values)
      case 'run':
        return run(number, request)
      case 'lock':
        return lock(number, request.values)
      case 'release':
        return release(request.lock)
      case 'close':
        return store.close()
    }
  }
  return (message: ThreadMessage) => {
    if (message.type === 'abort') tasks.get(message.number)?.abort(restoreError(message.reason))
    else void answer(send, message.number, () => perform(message.number, message.request))
  }
}

type Call = (...values: readonly unknown[]) => Promise<unknown>

function callOf(store: Store, name: string): Call {
  let member: unknown = store
  for (const part of name.split('.')) member = Reflect.get(Object(member), part)
  return member as Call
}

/** Runs an exported function. @throws StoreError `STORE_UNAVAILABLE` if the module does not export it */
async function runTask(
  store: Store,
  { task, input }: { task: ThreadTask; input: unknown },
  context: ThreadContext,
): Promise<unknown> {
  const exported: unknown = await import(task.module)
  const run = Object.entries(Object(exported)).find(([name]) => name === task.name)?.[1]
  if (typeof run !== 'function') {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `${task.module} exports no function ${task.name}. Build it, or use another function.`,
    )
  }
  return run(store, input, context)
}

if (parentPort !== null) await serve(parentPort, workerData as ThreadData)
