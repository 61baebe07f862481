import type { NearOptions, NearTask, Store } from '@recallite/store'
import type { ConnectionOptions } from '../connection.js'
import { threadProgram } from '../thread-program.js'
import { askNear } from './ask-near.js'
import { callPlaces, type Place, type PlainCall } from './call-places.js'
import { keepThread, type StartThread, type ThreadKeeper } from './keep-thread.js'
import { asQuestion, countQuestions, type QuestionCount } from './questions.js'
import { startThread } from './start-thread.js'
import { takeLock } from './take-lock.js'
import { storeClosed, type ThreadStore } from './thread-errors.js'

type Keepers = Readonly<Record<Place, ThreadKeeper>>

/** What is in memory has one owner: a second connection would see another database. */
async function startKeepers(
  connection: ConnectionOptions,
  store: ThreadStore,
  questions: QuestionCount,
): Promise<Keepers> {
  const starting =
    (wanted: ConnectionOptions): StartThread =>
    (predecessors) => {
      // A file that is gone is not made anew behind the back of those who use it.
      const create = predecessors > 0 ? false : wanted.create
      const data = { connection: { ...wanted, create }, predecessors, questions }
      return startThread({ program: threadProgram, data, store })
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

/** The calls that cross as they are; each is what the contract says because the store in the thread is. */
function plainCalls(use: (place: Place) => ThreadKeeper['use']): Pick<Store, PlainCall> {
  const calls = Object.entries(callPlaces).map(([name, place]) => [
    name,
    (...values: unknown[]) =>
      use(place)((thread) => thread.ask({ type: 'call', name: name as PlainCall, values }).answer),
  ])
  return Object.fromEntries(calls) as Pick<Store, PlainCall>
}

/**
 * Opens the store in a SQLite file as `openSqliteStore` does, but in two threads: one writes, one answers what a search
 * asks. The calling thread waits for neither, and a search waits for no write; a database in memory, or a scratch copy, has one
 * thread for both. A write that has resolved is seen by every later call. What is handed over and comes back is copied.
 *
 * A thread that ends rejects what it was doing with `STORE_UNAVAILABLE`, and the next call starts another: three times,
 * and never where the data went with it. `near` runs its task in the thread that writes. `close` waits for what is under way.
 * @throws StoreError
 */
export async function openSqliteStoreInThreads(options: ConnectionOptions): Promise<Store> {
  const { path, create, isScratch, isReadOnly, vectorExtension, within, mayBeLink } = options
  const store = { path, isInMemory: path === ':memory:' || isScratch === true }
  const questions = countQuestions()
  const keepers = await startKeepers(
    { path, create, isScratch, isReadOnly, vectorExtension, within, mayBeLink },
    store,
    questions,
  )
  let closing: Promise<void> | undefined

  const use =
    (place: Place): ThreadKeeper['use'] =>
    (work) => {
      if (closing !== undefined) return Promise.reject(storeClosed(store))
      const ask = () => keepers[place].use(work)
      return place === 'reader' ? asQuestion(questions, ask) : ask()
    }
  const close = async () => {
    // The last connection to close puts the log into the file: the one that may write.
    await keepers.reader.close()
    await keepers.writer.close()
  }
  return {
    ...plainCalls(use),
    ...(within === undefined ? {} : { within }),
    lock: (...values) => use('writer')((thread) => takeLock(thread, values)),
    near: <Output>(task: NearTask, input: unknown, nearOptions: NearOptions = {}) =>
      use('writer')((thread) => askNear(thread, { task, input }, nearOptions)) as Promise<Output>,
    close: () => (closing ??= close()),
  }
}
