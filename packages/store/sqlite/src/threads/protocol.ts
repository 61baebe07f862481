import type { NearTask, Store } from '@recallite/store'
import type { ConnectionOptions } from '../connection.js'
import type { CarriedError } from './carried-error.js'
import type { QuestionCount } from './questions.js'

/** The calls of a store that cross to a thread as they are: their arguments and what comes back can be copied. */
export type PlainCall = Exclude<keyof Store, 'within' | 'lock' | 'near' | 'close'>

/** Which thread does something. */
export type Place = 'reader' | 'writer'

/**
 * Where each call is done: what a search asks has a thread of its own, so that it never waits for a write. Those that
 * are left out of `PlainCall` are the writer's as well.
 */
export const callPlaces = {
  listRoots: 'reader',
  addRoot: 'writer',
  updateRoot: 'writer',
  removeRoot: 'writer',
  listDocuments: 'writer',
  listLanguages: 'reader',
  replaceDocument: 'writer',
  touchDocuments: 'writer',
  removeDocuments: 'writer',
  listSpaces: 'reader',
  addSpace: 'writer',
  updateSpace: 'writer',
  dropSpace: 'writer',
  pendingTexts: 'writer',
  putVectors: 'writer',
  removeUnusedVectors: 'writer',
  searchKeyword: 'reader',
  scoreKeyword: 'reader',
  searchVector: 'reader',
  scoreVector: 'reader',
  readChunks: 'reader',
  readSoundChunks: 'reader',
  chunksWithStems: 'reader',
  chunksWithForms: 'reader',
  chunksWithPrefixes: 'reader',
  generation: 'reader',
  status: 'writer',
  readNote: 'writer',
  writeNote: 'writer',
  optimise: 'writer',
  backup: 'writer',
  verify: 'writer',
} as const satisfies Record<PlainCall, Place>

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
