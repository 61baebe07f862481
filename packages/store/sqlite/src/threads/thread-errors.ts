import { maximumQueryDepth, StoreError } from '@recallite/store'
import type { Request } from './protocol.js'

/** How often a thread that ended is started again. */
export const mostRestarts = 3

/** What a thread keeps: for a database in memory its end is the end of the data. */
export interface ThreadStore {
  /** The file's path. */
  readonly path: string
  readonly isInMemory: boolean
}

/** What was under way when a thread ended. `how` follows "it". */
export function threadEnded({ path, isInMemory }: ThreadStore, how: string, cause?: unknown): StoreError {
  const next = isInMemory
    ? 'What it held in memory is gone: open the store again.'
    : `What it was doing was not finished. The next call starts another, ${mostRestarts} times at most.`
  return new StoreError('STORE_UNAVAILABLE', `A thread of the store in ${path} ended: it ${how}. ${next}`, {
    cause,
  })
}

/** A call that no thread is left for. */
export function threadsUsedUp({ path, isInMemory }: ThreadStore): StoreError {
  const why = isInMemory
    ? 'ended, and what it held in memory is gone'
    : `ended ${mostRestarts + 1} times and is not started again`
  return new StoreError(
    'STORE_UNAVAILABLE',
    `A thread of the store in ${path} ${why}. Check free memory, then open the store again.`,
  )
}

/** A call that comes too late. */
export function storeClosed({ path }: ThreadStore): StoreError {
  return new StoreError('STORE_UNAVAILABLE', `The store in ${path} was closed. Open it again.`)
}

/** A request that copying runs out of stack for. */
export function nestedTooDeeply(request: Request): StoreError {
  if (request.type === 'call' && request.name === 'replaceDocument') {
    return new StoreError('STORE_INVALID_DOCUMENT', 'The metadata of a document is nested too deeply.')
  }
  return new StoreError(
    'STORE_INVALID_QUERY',
    `What was asked is nested too deeply. Use at most ${maximumQueryDepth} levels.`,
  )
}

/** A task that cannot be run. */
export function noSuchTask(module: string, name: string): StoreError {
  return new StoreError(
    'STORE_UNAVAILABLE',
    `${module} exports no function ${name}. Build it, or name another.`,
  )
}
