import type { StoreLock, StoreThread, ThreadTask, ThreadTaskOptions } from '@recallite/store'
import type { ConnectionOptions } from './connection/connection.js'
import type { SqliteStore } from './open-store.js'
import { storeClosed } from './connection/sqlite-errors.js'
import { carryError } from './threads/carried-error.js'
import { readerCalls, type CalledStore, type ThreadRole } from './threads/protocol.js'
import { asQuestion, countQuestions, type QuestionCount } from './threads/questions.js'
import {
  keepThread,
  startThread,
  type StartThread,
  type Thread,
  type ThreadKeeper,
  type ThreadStore,
} from './threads/thread.js'

/** The built program of a thread: this path is right from the source file as well as from the built one. */
export const threadProgram = new URL('../dist/threads/store-thread.js', import.meta.url)

/**
 * Opens the store in a SQLite file as `openSqliteStore` does, but in two threads: one writes, and one answers the calls of
 * a search, which so wait for no write. A database in memory or a scratch copy has one thread for both. Every call sees
 * the writes that have resolved before. Arguments and results are copied.
 *
 * If a thread ends, its calls reject with `STORE_UNAVAILABLE`, and the next call starts another thread: three times, and
 * never if the data was lost with the thread. `thread.run` runs its task in the thread that writes. `close` waits for what is
 * under way.
 * @throws StoreError
 */
export async function openSqliteStoreInThreads(
  options: ConnectionOptions,
): Promise<SqliteStore & { readonly thread: StoreThread }> {
  const { path, create, isScratch, isReadOnly, vectorExtension, within, mayBeLink } = options
  const store = { path, isInMemory: path === ':memory:' || isScratch === true }
  const questions = countQuestions()
  const connection = { path, create, isScratch, isReadOnly, vectorExtension, within, mayBeLink }
  const keepers = await startKeepers(connection, store, questions)
  let closing: Promise<void> | undefined

  const use =
    (role: ThreadRole): ThreadKeeper['use'] =>
    (work) => {
      if (closing !== undefined) return Promise.reject(storeClosed(path))
      const ask = () => keepers[role].use(work)
      return role === 'reader' ? asQuestion(questions, ask) : ask()
    }
  const close = async () => {
    // The connection that closes last moves the log into the file, which only the writer may do.
    await keepers.reader.close()
    await keepers.writer.close()
  }
  const names = keepers.writer.calls
  const calls = copiedCalls(names, use, 'files')
  return {
    ...calls,
    ...(within === undefined ? {} : { within }),
    maintenance: {
      ...calls.maintenance,
      lock: (...values) => use('writer')((thread) => takeLock(thread, values)),
    },
    thread: {
      run: <Output>(task: ThreadTask, input: unknown, how: ThreadTaskOptions = {}) =>
        use('writer')((thread) => runTask(thread, { task, input }, how)) as Promise<Output>,
    },
    close: () => (closing ??= close()),
    ofRecords() {
      const { maintenance: _, ...records } = copiedCalls(names, use, 'records')
      return { ...records, close: () => (closing ??= close()) }
    },
  }
}

/** A database in memory has one thread: a second connection would see another database. */
async function startKeepers(connection: ConnectionOptions, store: ThreadStore, questions: QuestionCount) {
  const starting =
    (wanted: ConnectionOptions): StartThread =>
    (predecessors) => {
      // A file that was removed meanwhile is not made anew without the user's knowledge.
      const create = predecessors > 0 ? false : wanted.create
      const data = { connection: { ...wanted, create }, predecessors, questions }
      return startThread(threadProgram, data, store)
    }
  const writer = await keepThread(starting(connection), store)
  if (store.isInMemory) return { writer, reader: writer }
  try {
    return { writer, reader: await keepThread(starting({ ...connection, create: false }), store) }
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** Calls that are copied to a thread, and their results back. */
function copiedCalls(
  names: readonly string[],
  use: (role: ThreadRole) => ThreadKeeper['use'],
  of: CalledStore,
): Omit<SqliteStore, 'close' | 'ofRecords'> {
  const calls: Record<string, unknown> = {}
  for (const name of names) {
    const role = readerCalls.has(name) ? 'reader' : 'writer'
    const call = (...values: unknown[]) =>
      use(role)((thread) => thread.ask({ type: 'call', of, name, values }).answer)
    const [part = '', member] = name.split('.')
    calls[part] = member === undefined ? call : { ...Object(calls[part]), [member]: call }
  }
  return calls as unknown as Omit<SqliteStore, 'close' | 'ofRecords'>
}

/**
 * Runs a task in a thread, and settles only when the task's function has ended. Once aborted it then rejects with the
 * signal's reason, whatever the function did. A listener that throws aborts it as well.
 */
async function runTask(
  thread: Thread,
  { task, input }: { task: ThreadTask; input: unknown },
  { onNews, signal }: ThreadTaskOptions,
): Promise<unknown> {
  signal?.throwIfAborted()
  const failed = new AbortController()
  const ended = AbortSignal.any(signal === undefined ? [failed.signal] : [failed.signal, signal])
  const hear = (news: unknown) => {
    try {
      onNews?.(news)
    } catch (error) {
      failed.abort(error)
    }
  }
  const { number, answer } = thread.ask({ type: 'run', task, input }, hear)
  const abort = () => thread.abort(number, carryError(ended.reason))
  ended.addEventListener('abort', abort, { once: true })
  await answer.catch(() => undefined)
  ended.removeEventListener('abort', abort)
  ended.throwIfAborted()
  return answer
}

/** Takes the lock in a thread; if the thread ends, the lock is free. */
async function takeLock(thread: Thread, values: readonly unknown[]): Promise<StoreLock> {
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
