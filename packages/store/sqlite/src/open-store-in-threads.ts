import type { StoreLock, StoreThread, ThreadTask, ThreadTaskOptions } from '@recallite/store'
import type { ConnectionOptions } from './connection/connection.js'
import type { SqliteStore } from './open-store.js'
import { storeClosed } from './connection/sqlite-errors.js'
import { carryError } from './threads/carried-error.js'
import { readerCalls, type CalledStore, type ThreadData, type ThreadRole } from './threads/protocol.js'
import { asQuestion, countQuestions } from './threads/questions.js'
import { startThread, type Thread } from './threads/thread.js'

/** The built program of a thread; the path is valid from the source file and the built file. */
export const threadProgram = new URL('../dist/threads/store-thread.js', import.meta.url)

/**
 * Opens the store in a SQLite file as `openSqliteStore` does, but in two threads: one writes, and one answers searches, which
 * therefore never wait for writes. A database in memory or a scratch copy has one thread. Every call sees the writes that have
 * resolved before it. Arguments and results are copied. `thread.run` runs a task in the writing thread. If a thread ends, its
 * calls reject with `STORE_UNAVAILABLE` until the store is opened again.
 * @throws StoreError
 */
export async function openSqliteStoreInThreads(
  options: ConnectionOptions,
): Promise<SqliteStore & { readonly thread: StoreThread }> {
  const { path, create, makesFolder, isScratch, isReadOnly, vectorExtension, within, mayBeLink } = options
  const questions = countQuestions()
  const connection = { path, create, makesFolder, isScratch, isReadOnly, vectorExtension, within, mayBeLink }
  const threads = await startThreads({ connection, questions })
  let closing: Promise<void> | undefined

  const use =
    (role: ThreadRole): UseThread =>
    async (work) => {
      if (closing !== undefined) throw storeClosed(path)
      const ask = () => work(threads[role])
      return role === 'reader' ? asQuestion(questions, ask) : ask()
    }
  const close = async () => {
    // The last connection to close moves the log into the file, which only the writer may do.
    await threads.reader.close()
    await threads.writer.close()
  }
  const names = threads.writer.calls
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

type UseThread = <Output>(work: (thread: Thread) => Promise<Output>) => Promise<Output>

/** A database in memory has one thread, since each connection would see another database. */
async function startThreads(data: ThreadData): Promise<Readonly<Record<ThreadRole, Thread>>> {
  const { connection } = data
  const writer = await startThread(threadProgram, data)
  if (connection.path === ':memory:' || connection.isScratch === true) return { writer, reader: writer }
  try {
    const reader = await startThread(threadProgram, { ...data, connection: { ...connection, create: false } })
    return { writer, reader }
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** Calls whose arguments and results are copied between threads. */
function copiedCalls(
  names: readonly string[],
  use: (role: ThreadRole) => UseThread,
  of: CalledStore,
): Omit<SqliteStore, 'close' | 'ofRecords'> {
  const calls: Record<string, unknown> = { specificationVersion: 'v1', writes: 'call' }
  for (const name of names) {
    const role = readerCalls.has(name) ? 'reader' : 'writer'
    const call = (...values: unknown[]) =>
      use(role)((thread) => thread.ask({ type: 'call', of, name, values }).answer)
    const [part = '', member] = name.split('.')
    calls[part] = member === undefined ? call : { ...Object(calls[part]), [member]: call }
  }
  return calls as unknown as Omit<SqliteStore, 'close' | 'ofRecords'>
}

/** Runs a task to its end. Once aborted, also by a listener that throws, it rejects with the signal's reason. */
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

/** Takes the lock in a thread; the lock ends with the thread. */
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
