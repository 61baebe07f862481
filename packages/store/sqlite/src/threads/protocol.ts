import type { ThreadTask } from '@recallite/store'
import type { ConnectionOptions } from '../connection/connection.js'
import type { CarriedError } from './carried-error.js'
import type { QuestionCount } from './questions.js'

export type ThreadRole = 'reader' | 'writer'

/** The store of files or the store of records in one database. */
export type CalledStore = 'files' | 'records'

/** The calls of a search, which run in a separate thread so that they never wait for writes. */
export const readerCalls: ReadonlySet<string> = new Set([
  'listRoots',
  'findDocument',
  'readItems',
  'findByWords',
  'readCounts',
  'readTermLists',
  'findByVector',
  'scoreByVector',
  'listSpaces',
  'generation',
  'notes.read',
  'vocabulary.chunksWithStems',
  'vocabulary.chunksWithForms',
  'vocabulary.formsWithPrefixes',
  'vocabulary.formsContaining',
  'vocabulary.otherForms',
])

/** Calls that are not copied. */
const uncopiedCalls: ReadonlySet<string> = new Set(['close', 'ofRecords', 'maintenance.lock'])

/** The names of a store's calls with cloneable arguments and results; those of a capability as `capability.call`. */
export function callNames(store: object, prefix = ''): string[] {
  return Object.entries(store).flatMap(([member, value]) => {
    const name = `${prefix}${member}`
    if (typeof value === 'object') return callNames(value, `${name}.`)
    return typeof value === 'function' && !uncopiedCalls.has(name) ? [name] : []
  })
}

/** The data with which a thread starts. */
export interface ThreadData {
  readonly connection: ConnectionOptions
  readonly questions: QuestionCount
}

/** A request to a thread; each gets one answer. */
export type Request =
  | {
      readonly type: 'call'
      readonly of: CalledStore
      readonly name: string
      readonly values: readonly unknown[]
    }
  | { readonly type: 'lock'; readonly values: readonly unknown[] }
  /** `lock` is the number of the request that took the lock. */
  | { readonly type: 'release'; readonly lock: number }
  | { readonly type: 'run'; readonly task: ThreadTask; readonly input: unknown }
  | { readonly type: 'close' }

/** A message to a thread: a request, or the reason for aborting one. */
export type ThreadMessage =
  | { readonly type: 'request'; readonly number: number; readonly request: Request }
  | { readonly type: 'abort'; readonly number: number; readonly reason: CarriedError }

/** A message from a thread, with the number of its request. */
export type ThreadAnswer =
  | { readonly type: 'result'; readonly number: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly number: number; readonly error: CarriedError }
  | { readonly type: 'news'; readonly number: number; readonly news: unknown }

/** The number of the opening, which needs no request; the answer has the names of the store's calls. */
export const openingNumber = 0
