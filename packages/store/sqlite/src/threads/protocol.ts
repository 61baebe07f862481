import type { ThreadTask } from '@recallite/store'
import type { ConnectionOptions } from '../connection/connection.js'
import type { CarriedError } from './carried-error.js'
import type { QuestionCount } from './questions.js'

/** Which of the two threads does something. */
export type ThreadRole = 'reader' | 'writer'

/** Which of the two stores in a file is called. */
export type CalledStore = 'files' | 'records'

/** The calls of a search have a thread of their own, so that they never wait for a write; all others are done by the writer. */
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
  'sampleVectors',
  'notes.read',
  'vocabulary.chunksWithStems',
  'vocabulary.chunksWithForms',
  'vocabulary.formsWithPrefixes',
  'vocabulary.otherForms',
])

/** What the callers of a store in threads ask for in other ways than by a call that is copied. */
const ownCalls: ReadonlySet<string> = new Set(['close', 'ofRecords', 'maintenance.lock'])

/** The names of a store's calls whose arguments and results can be copied; those of a capability as `capability.call`. */
export function callNames(store: object, prefix = ''): string[] {
  return Object.entries(store).flatMap(([member, value]) => {
    const name = `${prefix}${member}`
    if (typeof value === 'object') return callNames(value, `${name}.`)
    return typeof value === 'function' && !ownCalls.has(name) ? [name] : []
  })
}

/** What a thread is given when it starts. */
export interface ThreadData {
  readonly connection: ConnectionOptions
  readonly questions: QuestionCount
}

/** What a thread is asked to do; each gets one answer. */
export type Request =
  | {
      readonly type: 'call'
      readonly of: CalledStore
      readonly name: string
      readonly values: readonly unknown[]
    }
  | { readonly type: 'lock'; readonly values: readonly unknown[] }
  /** `lock` is the number of the request that took it. */
  | { readonly type: 'release'; readonly lock: number }
  | { readonly type: 'run'; readonly task: ThreadTask; readonly input: unknown }
  | { readonly type: 'close' }

/** A message to a thread: a request with its number, or the reason why the task of a request is aborted. */
export type ThreadMessage =
  | { readonly type: 'request'; readonly number: number; readonly request: Request }
  | { readonly type: 'abort'; readonly number: number; readonly reason: CarriedError }

/** A message from a thread, with the number of the request that it is about. */
export type ThreadAnswer =
  | { readonly type: 'result'; readonly number: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly number: number; readonly error: CarriedError }
  | { readonly type: 'news'; readonly number: number; readonly news: unknown }

/** The number of what a thread does first without a request: it opens the store, and answers with the names of its calls. */
export const openingNumber = 0
