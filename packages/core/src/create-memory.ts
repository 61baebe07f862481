import { performance } from 'node:perf_hooks'
import { StoreError, type Root, type Store } from '@recallite/store'
import type { Passage } from './get/get.js'
import { holdModel, type OpenModel } from './model-holder.js'
import { reasonOf } from './reason-of.js'
import type { RetrieverName, SearchAnswer } from './search/answer.js'
import { search } from './search/search.js'
import type { SearchOptions } from './search/search-options.js'
import { readMemoryStatus, type MemoryStatus } from './status.js'
import type { IndexReport } from './sync/index-roots.js'
import { defaultChunking, type Chunking } from './sync/recipe.js'
import { syncBeforeSearch } from './sync/sync-before-search.js'
import type { SyncProgress } from './sync/sync-root.js'

/** What a memory is made of. */
export interface MemoryOptions {
  readonly store: Store
  /** Opens the embedding model at its first use; without it the memory searches by words alone. */
  readonly openModel?: OpenModel | undefined
  /** Why there is no model, to be told with every answer; undefined if none is wanted. */
  readonly noModelReason?: string | undefined
  /** Default 400 and 80 tokens. */
  readonly chunking?: Partial<Chunking> | undefined
  /** For embedding a query, loading the model included, in milliseconds; default 15,000. */
  readonly queryDeadline?: number | undefined
  /** Whether a search first reads what changed; default true. False for a corpus that is known to stand still. */
  readonly syncOnSearch?: boolean | undefined
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** What an answer was like besides what it says: for a line on the side. */
export interface SearchReport {
  readonly answer: SearchAnswer
  /** How many chunks each retriever brought in; fewer than asked for where there are no more. */
  readonly found: Readonly<Record<RetrieverName, number>>
  /** What was not checked or read in time and may be older than its file, as `root:path`, or `root:.` for all of a root. */
  readonly stalePaths: readonly string[]
  /** Why changed files could not be brought in; null if they could. */
  readonly syncFailure: string | null
}

/** How to run an index. */
export interface IndexOptions {
  /** Called often while files are read and texts embedded. */
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  /** Aborting rejects with the signal's reason; what was written stays. */
  readonly signal?: AbortSignal | undefined
}

/** Documents of some folders, searchable by words and by meaning. */
export interface Memory {
  /** Brings folders in, or all roots up to date if none is named. Rejects with MemoryError or StoreError. */
  index(folders: readonly string[], options?: IndexOptions): Promise<IndexReport>
  /** Answers a query, after reading what changed for at most 200 ms. Rejects with MemoryError, FusionError or StoreError. */
  search(query: string, options?: SearchOptions): Promise<SearchReport>
  /** Reads `[root:]path[:from[-to]]` from its file. Rejects with MemoryError. */
  get(where: string): Promise<Passage>
  /** What is indexed, and what of it works. */
  status(): Promise<MemoryStatus>
  /** The folders that are indexed, by name. */
  listRoots(): Promise<Root[]>
  /** Forgets a root; its files stay. Rejects with StoreError `STORE_UNKNOWN_ROOT`. */
  removeRoot(name: string): Promise<void>
  /** Closes the store and frees the model. */
  close(): Promise<void>
}

const defaultQueryDeadline = 15_000

interface FirstSync {
  readonly stalePaths: readonly string[]
  readonly syncFailure: string | null
  /** In milliseconds. */
  readonly time: number
}

/**
 * Makes a memory of a store and, if there is one, an embedding model. What a search does not need is loaded when it is
 * first used: a program that asks one question should not wait for a Markdown parser.
 */
export function createMemory(options: MemoryOptions): Memory {
  const { store, noModelReason, now = Date.now, queryDeadline = defaultQueryDeadline } = options
  const chunking = { ...defaultChunking, ...options.chunking }
  const model = options.openModel && holdModel(options.openModel)

  async function syncFirst(): Promise<FirstSync> {
    const start = performance.now()
    if (options.syncOnSearch === false) return { stalePaths: [], syncFailure: null, time: 0 }
    try {
      const stalePaths = await syncBeforeSearch(store, { chunking, now })
      return { stalePaths, syncFailure: null, time: performance.now() - start }
    } catch (error) {
      if (!StoreError.isInstance(error)) throw error
      return { stalePaths: [], syncFailure: reasonOf(error), time: performance.now() - start }
    }
  }

  return {
    async index(folders, how = {}) {
      const { indexRoots } = await import('./sync/index-roots.js')
      return indexRoots(store, folders, { chunking, now, openModel: model?.open, ...how })
    },

    async search(query, searchOptions = {}) {
      const { stalePaths, syncFailure, time } = await syncFirst()
      const source = { store, openModel: model?.open, noModelReason, deadline: queryDeadline, now }
      const { found, ...answer } = await search(query, source, searchOptions)
      const timings = { ...answer.timings, sync: time, total: answer.timings.total + time }
      const stale = stalePaths.length > 0 || syncFailure !== null
      return { answer: { ...answer, stale, timings }, found, stalePaths, syncFailure }
    },

    async get(where) {
      const { get } = await import('./get/get.js')
      return get(store, where)
    },
    status: () => readMemoryStatus(store),
    listRoots: () => store.listRoots(),
    removeRoot: (name) => store.removeRoot(name),

    async close() {
      try {
        await model?.close()
      } finally {
        await store.close()
      }
    },
  }
}
