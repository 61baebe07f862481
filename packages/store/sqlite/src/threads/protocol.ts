import type { NearTask } from '@recallite/store'
import type { ConnectionOptions } from '../connection.js'
import type { PlainCall } from './call-places.js'
import type { CarriedError } from './carried-error.js'
import type { QuestionCount } from './questions.js'

/** What a thread is started with. */
export interface ThreadData {
  readonly connection: ConnectionOptions
  /** How many threads there were in this place before it. */
  readonly predecessors: number
  readonly questions: QuestionCount
}

/** What a thread is asked to do; each gets one answer. */
export type Request =
  | { readonly type: 'call'; readonly name: PlainCall; readonly values: readonly unknown[] }
  | { readonly type: 'lock'; readonly values: readonly unknown[] }
  /** `lock` is the number of the request that took it. */
  | { readonly type: 'release'; readonly lock: number }
  | { readonly type: 'near'; readonly task: NearTask; readonly input: unknown }
  | { readonly type: 'close' }

/** What is sent to a thread: a request with its number, or that the task of a request is no longer wanted. */
export type ThreadMessage =
  | { readonly type: 'request'; readonly number: number; readonly request: Request }
  | { readonly type: 'abort'; readonly number: number; readonly reason: CarriedError }

/** What a thread sends, each with the number of the request it is about. */
export type ThreadAnswer =
  | { readonly type: 'result'; readonly number: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly number: number; readonly error: CarriedError }
  | { readonly type: 'news'; readonly number: number; readonly news: unknown }

/** The number of what a thread does unasked when it starts: it opens the store. */
export const openingNumber = 0
