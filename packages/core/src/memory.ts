import type { EmbeddingModel } from '@recallite/embeddings'
import type { BackupOptions, Capability, Root, Space, Store, StoredDocument } from '@recallite/store'
import type { EmbeddingBackend } from './embedding/backend.js'
import type { LineRange, Passage } from './get/get.js'
import type { IndexPlan } from './indexer/dry-run.js'
import type { Chunking } from './indexer/fingerprint.js'
import type { IndexOptions, IndexReport } from './indexer/memory-indexer.js'
import type { Optimised, OptimiseOptions } from './indexer/optimise.js'
import type { EmbeddingAvailability } from './probes.js'
import type { MemoryScope, RetrieverName, SearchAnswer } from './search/answer.js'
import type { SearchOptions } from './search/search-options.js'
import type { RefusedPath, Source } from './sources/source.js'
import type { MemoryStatus } from './status.js'
import type { Watch, WatchOptions } from './watch/watch.js'

/**
 * When a search looks for changed files: before it answers, for 200 ms at most (longer only if a source is not in the index
 * yet); behind the answer, which then comes from the index as it is (only a search of an empty index waits for the first
 * update, 2 s at most); or never, for files that do not change.
 */
export type Freshness = 'before-search' | 'behind-search' | 'none'

/** What a memory is made of. */
export interface MemoryOptions {
  readonly store: Store
  /** Whose memory it is, for answers to say what was searched. Default: the user's own. */
  readonly scope?: MemoryScope | undefined
  /** Where its documents come from, besides the folders that were given to `index` once. Default: nowhere else. */
  readonly sources?: readonly Source[] | undefined
  /**
   * What texts are embedded by, the first choice first: models, or backends that open theirs when it is needed; without any
   * the memory searches by words alone. The first fills its space; the others answer where they have vectors and it cannot.
   */
  readonly models?: readonly (EmbeddingModel | EmbeddingBackend)[] | undefined
  /**
   * Makes the backend anew that filled a space, so that a model that was changed answers until the new one is ready;
   * undefined where that cannot or must not be. Default: none.
   */
  readonly backendOf?: ((source: string) => EmbeddingBackend | undefined) | undefined
  /** Why there is no model, to be told with every answer; undefined if none is wanted. */
  readonly noModelReason?: string | undefined
  /** Default 400 and 80 tokens. */
  readonly chunking?: Partial<Chunking> | undefined
  /** For embedding a query, loading models included, in milliseconds; default 15,000, of which each backend behind a network gets 4,000 at most. */
  readonly queryDeadline?: number | undefined
  /**
   * How long vectors are kept of texts that no document has any more, in milliseconds: a text that comes back, as with
   * another branch, is not embedded again. Default 7 days; 0: they are removed with the next `index`.
   */
  readonly keepUnusedVectors?: number | undefined
  /** How many answers are remembered while the index stays as it is; default 0. */
  readonly cachedAnswers?: number | undefined
  /** Default `before-search`. */
  readonly freshness?: Freshness | undefined
  /**
   * How long models that backends have opened are kept without being used, in milliseconds; the next use opens them again.
   * Default: until the memory is closed.
   */
  readonly modelIdle?: number | undefined
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
  /** What of the sources leads to where it must not, such as a folder `memory` that is a link to elsewhere. */
  readonly refused: readonly RefusedPath[]
}

/** Documents of some folders, searchable by words and by meaning. */
export interface Memory {
  /**
   * Brings folders in, which stay part of the memory from then on. Rejects with MemoryError or StoreError, `STORE_LOCKED`
   * while another process is indexing.
   */
  index(folders: readonly string[], options?: IndexOptions): Promise<IndexReport>
  /** Brings everything up to date: the sources, and all folders that were indexed before. Rejects as `index` does. */
  sync(options?: IndexOptions): Promise<IndexReport>
  /**
   * Says what `index` would do and send, or `sync` if no folder is named, without doing it: for a memory over a scratch
   * copy of the store, into which it writes. Rejects with MemoryError or StoreError.
   */
  plan(folders: readonly string[], options?: Pick<IndexOptions, 'onProgress' | 'signal'>): Promise<IndexPlan>
  /**
   * Puts the index in order: what was deleted can then not be read in the database's files, and the room it took is free.
   * `index` and `watch` do so after large changes and once a day. Rejects with StoreError.
   */
  optimise(options?: OptimiseOptions): Promise<Optimised>
  /** Keeps the memory up to date from now on: syncs at once, and whenever files change. */
  watch(options?: WatchOptions): Promise<Watch>
  /** Loads what the first search needs, the model included, so that it need not wait; says what does not work in `degraded`. */
  warmUp(): Promise<Pick<SearchAnswer, 'degraded'>>
  /** Answers a query; `freshness` says when changed files are read. Rejects with MemoryError, FusionError or StoreError. */
  search(query: string, options?: SearchOptions): Promise<SearchReport>
  /** Reads `[root:]path[:from[-to]]`, or lines of a path, from its file. Rejects with MemoryError. */
  get(where: string | LineRange): Promise<Passage>
  /** What is indexed, what of it works, and what would answer a question; opens no model and asks nobody. */
  status(): Promise<MemoryStatus>
  /**
   * Embeds a sentence as a question would be, to see whether that works now, by what, and if not, why not. Where nothing is
   * embedded yet it tells whether the model answers that is to fill the index.
   */
  probeEmbeddingAvailability(): Promise<EmbeddingAvailability>
  /** Whether vectors can be searched, and if not, why not. */
  probeVectorAvailability(): Promise<Capability>
  /**
   * Copies the whole memory, while it is in use, into one file that stands by itself. Rejects with StoreError,
   * `STORE_FILE_EXISTS` where there is a file already that is not to be replaced, or may not be.
   */
  backup(file: string, options?: BackupOptions): Promise<{ readonly bytes: number }>
  /** The documents of a root, in the order of their paths. Rejects with StoreError `STORE_UNKNOWN_ROOT`. */
  listDocuments(root: string): Promise<StoredDocument[]>
  /** The folders that are indexed, by name. */
  listRoots(): Promise<Root[]>
  /** Forgets a root; its files stay. Rejects with StoreError `STORE_UNKNOWN_ROOT`. */
  removeRoot(name: string): Promise<void>
  /** Forgets all vectors of one model. Rejects with StoreError `STORE_UNKNOWN_SPACE`. */
  dropSpace(space: Space): Promise<void>
  /** Ends watching, closes the store and frees the models. */
  close(): Promise<void>
}
