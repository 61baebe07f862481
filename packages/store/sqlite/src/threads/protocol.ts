import type { Store, ThreadTask } from '@recallite/store'
import type { ConnectionOptions } from '../connection.js'
import type { SqliteStore } from '../open-store.js'
import type { CarriedError } from './carried-error.js'
import type { QuestionCount } from './questions.js'

/** Which of the two threads does something. */
export type ThreadRole = 'reader' | 'writer'

/** The capabilities whose calls can be copied to a thread and back like those of the store itself. */
type CopiedCapabilities = Pick<SqliteStore, 'maintenance' | 'vocabulary' | 'notes'>

/** Which of the two stores in a file is called. */
export type CalledStore = 'files' | 'records'

type Calls = Exclude<keyof Store, keyof CopiedCapabilities | 'within' | 'thread' | 'close' | 'ofRecords'>

/** The calls of a store whose arguments and results can be copied; those of a capability as `capability.call`. */
export type PlainCall = Exclude<
  | Calls
  | {
      [Name in keyof CopiedCapabilities]: `${Name}.${keyof CopiedCapabilities[Name] & string}`
    }[keyof CopiedCapabilities],
  'maintenance.lock' | 'maintenance.repair'
>

/**
 * Which thread does each call. The calls of a search have a thread of their own, so that they never wait for a write. All
 * other requests than `PlainCall` are done by the writer.
 */
export const callThreads = {
  listRoots: 'reader',
  putRoot: 'writer',
  removeRoot: 'writer',
  listDocuments: 'writer',
  listVersions: 'writer',
  findDocument: 'reader',
  writeDocuments: 'writer',
  readItems: 'reader',
  findByWords: 'reader',
  readCounts: 'reader',
  readTermLists: 'reader',
  findByVector: 'reader',
  scoreByVector: 'reader',
  listSpaces: 'reader',
  putSpace: 'writer',
  pendingTexts: 'writer',
  putVectors: 'writer',
  status: 'writer',
  generation: 'reader',
  sampleVectors: 'reader',
  readVectors: 'writer',
  'notes.read': 'reader',
  'notes.write': 'writer',
  'vocabulary.chunksWithStems': 'reader',
  'vocabulary.chunksWithForms': 'reader',
  'vocabulary.chunksWithPrefixes': 'reader',
  'maintenance.verify': 'writer',
  'maintenance.backup': 'writer',
  'maintenance.optimise': 'writer',
  'maintenance.dropSpace': 'writer',
  'maintenance.removeUnusedVectors': 'writer',
} as const satisfies Record<PlainCall, ThreadRole>

/** What a thread is given when it starts. */
export interface ThreadData {
  readonly connection: ConnectionOptions
  /** How many threads there were in its place before it. */
  readonly predecessors: number
  readonly questions: QuestionCount
}

/** What a thread is asked to do; each gets one answer. */
export type Request =
  | {
      readonly type: 'call'
      readonly of: CalledStore
      readonly name: PlainCall
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

/** The number of what a thread does first without a request: it opens the store. */
export const openingNumber = 0
