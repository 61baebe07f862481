import type { EmbeddingModel } from '@recallite/embeddings'
import type { RecordStore } from '@recallite/store/records'
import type {
  BackupOptions,
  Capability,
  DocumentAddress,
  Root,
  Space,
  Store,
  StoredDocument,
} from '@recallite/store'
import type { EmbeddingBackend } from './embedding/backend.js'
import type { LineRange, Passage, GetAllOptions } from './get/get.js'
import type { IndexedDocument } from './get/read-indexed.js'
import type { IndexPlan } from './indexer/indexer.js'
import type { Chunking } from './indexer/fingerprint.js'
import type { IndexOptions, IndexReport, Optimised, OptimiseOptions } from './indexer/memory-indexer.js'
import type { EmbeddingAvailability } from './probes.js'
import type { RecallOptions, RecordMemory } from './records/record-memory.js'
import type { MemoryScope, SearchAnswer } from './search/answer.js'
import type { Reranker } from '@recallite/rerankers'
import type { RerankerBackend } from './rerank/reranker.js'
import type { KindCandidates } from './search/rank-candidates.js'
import type { Retriever } from './search/retrievers/retriever.js'
import type { SearchOptions } from './search/search-options.js'
import type { WhyReport } from './search/why/verdict.js'
import type { RefusedPath, Source } from './sources/source.js'
import type { MemoryStatus } from './status.js'
import type { Watch, WatchOptions } from './watch/watch.js'

/**
 * When changed files are read: before the answer, for up to 200 ms (longer if a source is not indexed yet); after the answer (but
 * the search of an empty index waits up to 2 s); or never.
 */
export type Freshness = 'before-search' | 'behind-search' | 'none'

/** The stores, models and settings of a memory. */
export interface MemoryOptions {
  readonly store: Store
  /** Records of agents, which are indexed in the same store; default none. */
  readonly records?: RecordStore | undefined
  /** Default options of a recall. */
  readonly recall?: RecallOptions | undefined
  /** Reported in answers; default the user's memory. */
  readonly scope?: MemoryScope | undefined
  /** Sources of documents besides indexed folders; default none. */
  readonly sources?: readonly Source[] | undefined
  /** Models, or backends that open one on first use; default none. The first embeds documents, the others are fallbacks for queries. */
  readonly models?: readonly (EmbeddingModel | EmbeddingBackend)[] | undefined
  /** Recreates the backend that filled a space, so that it answers until a new model is ready; undefined if it cannot or must not. */
  readonly backendOf?: ((source: string) => EmbeddingBackend | undefined) | undefined
  /** Additional retrievers with unique names other than `keyword`, `vector`, `reranker`, `index`, `hybrid`, `none`. */
  readonly retrievers?: readonly Retriever[] | undefined
  /** A reranker, or a backend that opens one on first use; default none. */
  readonly reranker?: Reranker | RerankerBackend | undefined
  /** Why there is no model, reported in every answer; undefined if embeddings are switched off. */
  readonly noModelReason?: string | undefined
  /** Default 400 and 80 tokens. */
  readonly chunking?: Partial<Chunking> | undefined
  /** For embedding a query, including loading models, in milliseconds; default 15,000, up to 4,000 of them for remote backends. */
  readonly queryDeadline?: number | undefined
  /** How long vectors of deleted texts are retained, in milliseconds; default 7 days; 0: until the next `index`. */
  readonly keepUnusedVectors?: number | undefined
  /** The number of answers that are cached until the index changes; default 0. */
  readonly cachedAnswers?: number | undefined
  /** Default `before-search`. */
  readonly freshness?: Freshness | undefined
  /** How long unused models (and rerankers) stay open, in milliseconds. Default: until the memory is closed. */
  readonly modelIdle?: number | undefined
  /** In milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Waits before a retry; rejects with the signal's reason. Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** The options of a search of a memory. */
export interface MemorySearchOptions extends SearchOptions {
  /** Default: the memory's. */
  readonly freshness?: Freshness | undefined
}

/** An answer, and further information for a program. */
export interface SearchReport {
  readonly answer: SearchAnswer
  /** The number of candidates by retriever. */
  readonly found: Readonly<Record<string, number>>
  /** Documents that were not read in time, as `root:path`, or `root:.` for a whole root. */
  readonly stalePaths: readonly string[]
  /** Why changed files could not be indexed, or null. */
  readonly syncFailure: string | null
  /** Paths that are not indexed for safety, such as a folder `memory` that is a link out of its workspace. */
  readonly refused: readonly RefusedPath[]
}

/** A search, and the candidates of each kind for ranking them again. */
export interface CandidatesReport {
  readonly report: SearchReport
  readonly candidates: readonly KindCandidates[]
}

/** Indexed documents and records, searchable by keywords and vectors. */
export interface Memory {
  /** Undefined without a record store. */
  readonly records: RecordMemory | undefined
  /** Indexes folders as roots. Rejects with MemoryError or StoreError, `STORE_LOCKED` while another process is indexing. */
  index(folders: readonly string[], options?: IndexOptions): Promise<IndexReport>
  /** Updates the index of all sources and roots. Rejects as `index` does. */
  sync(options?: IndexOptions): Promise<IndexReport>
  /** Reports what `index`, or `sync` without folders, would do and send. Writes to the store, so pass a scratch copy. */
  plan(folders: readonly string[], options?: Pick<IndexOptions, 'onProgress' | 'signal'>): Promise<IndexPlan>
  /** Erases deleted text from the database, and frees disk space. `index` and `watch` do so after large changes and once a day. */
  optimise(options?: OptimiseOptions): Promise<Optimised>
  /** Syncs now and whenever files change. */
  watch(options?: WatchOptions): Promise<Watch>
  /** Loads the models of the first search, and returns failures. */
  warmUp(): Promise<Pick<SearchAnswer, 'degraded'>>
  /** Searches files and records. Rejects with MemoryError, FusionError or StoreError. */
  search(query: string, options?: MemorySearchOptions): Promise<SearchReport>
  /** Searches with all retrievers, and returns their candidates for `rankCandidates`. Rejects as `search` does. */
  candidates(query: string, options?: MemorySearchOptions): Promise<CandidatesReport>
  /**
   * Explains why a search returns a document (`path`, `root:path`, or the absolute path of its file) or does not. Rejects as
   * `search` does, with `DOCUMENT_UNKNOWN` if there is no such file.
   */
  why(query: string, path: string, options?: MemorySearchOptions): Promise<WhyReport>
  /** Reads `[root:]path[:from[-to]]` from its file, or `record:<collection>/<id>`. Rejects with MemoryError or RecordError. */
  get(where: string | LineRange): Promise<Passage>
  /**
   * Reads several documents, in order, each by the id of a result, an argument of `get`, the path of an indexed file relative to
   * `folder`, or a glob. Rejects with MemoryError.
   */
  getAll(locators: readonly string[], options?: GetAllOptions): Promise<Passage[]>
  /** Reports what is indexed, failures, and which model would embed a query; opens no model and sends no request. */
  status(): Promise<MemoryStatus>
  /** Embeds a sentence like a query, in an empty index with the first model. */
  probeEmbeddingAvailability(): Promise<EmbeddingAvailability>
  /** Reports whether vectors can be searched. */
  probeVectorAvailability(): Promise<Capability>
  /** Copies the memory into one file while it is in use. Rejects with StoreError, `STORE_FILE_EXISTS` if it must not replace a file. */
  backup(file: string, options?: BackupOptions): Promise<{ readonly bytes: number }>
  /** The documents of a root, by path. Rejects with StoreError `STORE_UNKNOWN_ROOT`. */
  listDocuments(root: string): Promise<StoredDocument[]>
  /** A document as it is in the index, and the text of its file. Rejects with MemoryError. */
  readIndexed(address: DocumentAddress): Promise<IndexedDocument>
  /** The indexed folders, by name. */
  listRoots(): Promise<Root[]>
  /**
   * Sets a description that finds the documents of a root after their next update; '' removes it. Rejects with MemoryError
   * `OPTION_INVALID` for more than 1,000 characters, and StoreError `STORE_UNKNOWN_ROOT`.
   */
  describeRoot(name: string, description: string): Promise<void>
  /** Removes a root from the index, not its files. Rejects with StoreError `STORE_UNKNOWN_ROOT`. */
  removeRoot(name: string): Promise<void>
  /** Deletes all vectors of a model. Rejects with StoreError `STORE_UNKNOWN_SPACE`. */
  dropSpace(space: Space): Promise<void>
  /** Stops watching, and closes the stores and models. */
  close(): Promise<void>
}
