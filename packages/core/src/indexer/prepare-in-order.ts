import { setImmediate } from 'node:timers/promises'
import type { CuttingThread } from './cutting-threads.js'
import { type FileToPrepare, type PreparedFile, type PrepareOptions, prepareSome } from './prepare-file.js'

/** What a file is to be prepared for; without a request it is passed on as it is. */
interface Entry {
  readonly request: FileToPrepare | undefined
}

/** An entry with what was prepared of its file. */
export type PreparedEntry<Given extends Entry> = readonly [entry: Given, prepared: PreparedFile | undefined]

/** Entries that are prepared together, the first ones of which may be prepared already. */
interface Batch<Given extends Entry> {
  readonly entries: readonly Given[]
  /** As many as there are entries, once they are prepared. */
  readonly prepared: readonly PreparedFile[] | undefined
  /** Resolves when another thread has answered. */
  answer: Promise<void> | undefined
}

const filesAtOnce = 24
/** A thread has as much to do as takes longer than this one needs to write what came before. */
const batchesOfThread = 4
/** How many batches this thread prepares while it waits for one that another thread prepares. */
const ownBatches = 8
/** Other work of this thread waits no longer than this, in milliseconds. */
const timeBetweenYields = 8

/**
 * Prepares the files of entries, here and in threads, and passes the entries on in their order, whichever was prepared first. What is
 * prepared and not passed on yet is bounded by `batchesOfThread` answers of each thread.
 */
export async function* prepareInOrder<Given extends Entry>(
  entries: AsyncIterator<Given>,
  options: PrepareOptions,
  threads: readonly CuttingThread[],
): AsyncGenerator<PreparedEntry<Given>> {
  const queue: Batch<Given>[] = []
  const [batches, size] =
    threads.length > 0 ? [threads.length * batchesOfThread + ownBatches, filesAtOnce] : [1, 1]
  const rest = createYields()
  for (;;) {
    await refill(queue, entries, { batches, size })
    const [first] = queue
    if (!first) return
    for (const thread of threads) assign(queue, thread)
    if (first.prepared) {
      queue.shift()
      yield* passOn(first, first.prepared)
    } else if (!(await prepareHere(queue, options))) await first.answer
    await rest()
  }
}

function createYields(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < timeBetweenYields) return
    await setImmediate()
    last = performance.now()
  }
}

async function refill<Given extends Entry>(
  queue: Batch<Given>[],
  entries: AsyncIterator<Given>,
  { batches, size }: { readonly batches: number; readonly size: number },
): Promise<void> {
  while (queue.length < batches) {
    const taken: Given[] = []
    while (taken.length < size) {
      const { done, value } = await entries.next()
      if (done) break
      taken.push(value)
    }
    if (taken.length === 0) return
    queue.push({ entries: taken, prepared: undefined, answer: undefined })
  }
}

const isWaiting = ({ prepared, answer }: Batch<Entry>) => prepared === undefined && answer === undefined

/** Gives a thread as many batches as it should have to do. */
function assign<Given extends Entry>(queue: Batch<Given>[], thread: CuttingThread): void {
  while (thread.load() < batchesOfThread) {
    const batch = queue.find(isWaiting)
    if (!batch) return
    batch.answer = thread.prepare(requestsOf(batch)).then((prepared) => finish(queue, batch, prepared))
  }
}

/** Prepares files of the first batch that no thread has; false if there is none. */
async function prepareHere<Given extends Entry>(
  queue: Batch<Given>[],
  options: PrepareOptions,
): Promise<boolean> {
  const batch = queue.find(isWaiting)
  if (!batch) return false
  const requests = requestsOf(batch)
  finish(
    queue,
    batch,
    requests.length > 0 ? await prepareSome(requests, options, { time: timeBetweenYields }) : [],
  )
  return true
}

function requestsOf({ entries }: Batch<Entry>): FileToPrepare[] {
  return entries.flatMap(({ request }) => request ?? [])
}

/** Puts into the place of a batch the part that was prepared, and the part that is still to be prepared. */
function finish<Given extends Entry>(
  queue: Batch<Given>[],
  batch: Batch<Given>,
  prepared: readonly PreparedFile[],
): void {
  const { entries } = batch
  let left = prepared.length
  const cut = entries.findIndex(({ request }) => request !== undefined && left-- === 0)
  const end = cut < 0 ? entries.length : cut
  const parts: Batch<Given>[] = []
  if (end > 0) parts.push({ entries: entries.slice(0, end), prepared, answer: undefined })
  if (end < entries.length)
    parts.push({ entries: entries.slice(end), prepared: undefined, answer: undefined })
  queue.splice(queue.indexOf(batch), 1, ...parts)
}

function* passOn<Given extends Entry>(
  { entries }: Batch<Given>,
  prepared: readonly PreparedFile[],
): Generator<PreparedEntry<Given>> {
  let next = 0
  for (const entry of entries) yield [entry, entry.request && prepared[next++]]
}
