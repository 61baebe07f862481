import type { NearTask, Store } from '@recallite/store'
import type { ConnectionOptions } from '../connection.js'
import type { CarriedError } from './carried-error.js'
import type { QuestionCount } from './questions.js'

/** The calls of a store whose arguments and results can be copied to a thread and back. */
export type PlainCall = Exclude<keyof Store, 'within' | 'lock' | 'near' | 'close'>

/** Which of the two threads does something. */
export type Place = 'reader' | 'writer'

/**
 * Which thread does each call. The calls of a search have a thread of their own, so that they never wait for a write. The
 * calls that are no `PlainCall` are done by the writer.
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
  findByWords: 'reader',
  readCounts: 'reader',
  readTermLists: 'reader',
  findByVector: 'reader',
  scoreByVector: 'reader',
  readChunks: 'reader',
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

/** What a thread is given when it starts. */
export interface ThreadData {
  readonly connection: ConnectionOptions
  /** How many threads there were in its place before it. */
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

/** A message to a thread: a request with its number, or the reason why the task of a request is aborted. */
export type ThreadMessage =
  | { readonly type: 'request'; readonly number: number; readonly request: Request }
  | { readonly type: 'abort'; readonly number: number; readonly reason: CarriedError }

/** A message from a thread, with the number of the request that it is about. */
export type ThreadAnswer =
  | { readonly type: 'result'; readonly number: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly number: number; readonly error: CarriedError }
  | { readonly type: 'news'; readonly number: number; readonly news: unknown }

/** The number of what a thread does first without a request: it opens the store. */
export const openingNumber = 0
