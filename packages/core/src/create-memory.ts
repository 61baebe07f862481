import type { Root, Space, Store } from '@recallite/store'
import type { Passage } from './get/get.js'
import { canarySentence } from './embedding/canary.js'
import { createChain } from './embedding/chain.js'
import { embedQuery } from './embedding/embed-query.js'
import type { EmbedOptions } from './embedding/embed-documents.js'
import type { EmbeddingLink } from './embedding/link.js'
import type { RetrieverName, SearchAnswer } from './search/answer.js'
import { cacheSearches } from './search/cached-search.js'
import { search, type SearchSource } from './search/search.js'
import type { SearchOptions } from './search/search-options.js'
import type { MemoryStatus } from './status.js'
import type { FolderOptions, IndexReport } from './sync/index-roots.js'
import { defaultChunking, type Chunking } from './sync/recipe.js'
import { syncFirst } from './sync/sync-first.js'
import type { IndexPlan } from './sync/plan-index.js'

/** What a memory is made of. */
export interface MemoryOptions {
  readonly store: Store
  /**
   * Where texts are embedded, the first choice first; without any the memory searches by words alone. The first fills
   * its space at `index`; the others answer where they have vectors and it cannot.
   */
  readonly links?: readonly EmbeddingLink[] | undefined
  /**
   * Makes the link anew that filled a space, so that a model that was changed answers until the new one is ready;
   * undefined where that cannot or must not be. Default: none.
   */
  readonly linkOf?: ((source: string) => EmbeddingLink | undefined) | undefined
  /** Why there is no link, to be told with every answer; undefined if none is wanted. */
  readonly noModelReason?: string | undefined
  /** Default 400 and 80 tokens. */
  readonly chunking?: Partial<Chunking> | undefined
  /** For embedding a query, loading models included, in milliseconds; default 15,000, of which each link behind a network gets 4,000 at most. */
  readonly queryDeadline?: number | undefined
  /** How many answers are remembered while the index stays as it is; default 0. */
  readonly cachedAnswers?: number | undefined
  /** Whether a search first reads what changed; default true. False for a corpus that is known to stand still. */
  readonly syncOnSearch?: boolean | undefined
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Waits so many milliseconds between two tries of a request; rejects with the signal's reason when that aborts. Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
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

/** How to run an index. Aborting the signal rejects with its reason; what was written stays. */
export type IndexOptions = Omit<EmbedOptions, 'now' | 'sleep'> & FolderOptions

/** Documents of some folders, searchable by words and by meaning. */
export interface Memory {
  /** Brings folders in, or all roots up to date if none is named. Rejects with MemoryError or StoreError. */
  index(folders: readonly string[], options?: IndexOptions): Promise<IndexReport>
  /**
   * Says what `index` would do and send, without doing it: for a memory over a scratch copy of the store, into which it
   * writes. Rejects with MemoryError or StoreError.
   */
  plan(
    folders: readonly string[],
    options?: Pick<IndexOptions, 'onProgress' | 'signal' | 'extraFolders'>,
  ): Promise<IndexPlan>
  /** Loads what the first search needs, the model included, so that it need not wait; says what does not work in `degraded`. */
  warmUp(): Promise<Pick<SearchAnswer, 'degraded'>>
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
  /** Forgets all vectors of one model. Rejects with StoreError `STORE_UNKNOWN_SPACE`. */
  dropSpace(space: Space): Promise<void>
  /** Closes the store and frees the models. */
  close(): Promise<void>
}

const defaultQueryDeadline = 15_000

async function warmUp(source: SearchSource): Promise<Pick<SearchAnswer, 'degraded'>> {
  const { chain, deadline, noModelReason = '' } = source
  const asked = chain.links.length > 0
  const { reasons } = asked
    ? await embedQuery(canarySentence, source, { deadline, signal: undefined })
    : { reasons: [noModelReason] }
  const told = reasons.filter((reason) => reason !== '')
  return { degraded: told.map((reason) => ({ retriever: 'vector', reason })) }
}

/** Searches do not need it. */
async function statusOf({ store, chain }: SearchSource): Promise<MemoryStatus> {
  const { readMemoryStatus } = await import('./status.js')
  const elsewhere = chain.links.filter(({ host }) => host !== null).map(({ source }) => source)
  return readMemoryStatus(store, elsewhere)
}

/**
 * Makes a memory of a store and, if there is one, an embedding model. What a search does not need is loaded when it is
 * first used: a program that asks one question should not wait for a Markdown parser.
 */
export function createMemory(options: MemoryOptions): Memory {
  const { store, noModelReason, now = Date.now, queryDeadline = defaultQueryDeadline } = options
  const { links = [], linkOf = () => undefined, cachedAnswers = 0, sleep } = options
  const chunking = { ...defaultChunking, ...options.chunking }
  const chain = createChain({ links, linkOf, now, sleep })
  const source = { store, chain, noModelReason, deadline: queryDeadline, now }
  const answer = cachedAnswers > 0 ? cacheSearches(cachedAnswers) : search

  const syncing = options.syncOnSearch === false ? undefined : { chunking, now }

  return {
    async index(folders, how = {}) {
      const { indexRoots } = await import('./sync/index-roots.js')
      return indexRoots(store, folders, { chunking, now, sleep, chain, ...how })
    },

    async plan(folders, how = {}) {
      const { planIndex } = await import('./sync/plan-index.js')
      return planIndex(store, folders, { chunking, now, chain, ...how })
    },

    warmUp: () => warmUp(source),

    async search(query, searchOptions = {}) {
      const { stalePaths, syncFailure, time } = await syncFirst(store, syncing)
      const { found, ...answered } = await answer(query, source, searchOptions)
      const timings = { ...answered.timings, sync: time, total: answered.timings.total + time }
      const stale = stalePaths.length > 0 || syncFailure !== null
      return { answer: { ...answered, stale, timings }, found, stalePaths, syncFailure }
    },

    async get(where) {
      const { get } = await import('./get/get.js')
      return get(store, where)
    },
    status: () => statusOf(source),
    listRoots: () => store.listRoots(),
    removeRoot: (name) => store.removeRoot(name),
    dropSpace: (space) => store.dropSpace(space),

    async close() {
      try {
        await chain.close()
      } finally {
        await store.close()
      }
    },
  }
}
