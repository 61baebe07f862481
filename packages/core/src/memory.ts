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
 * When a search looks for changed files: before it answers, for 200 ms at most (longer only if a source is not in the index
 * yet); behind the answer, which then comes from the index as it is (only a search of an empty index waits, 2 s at most); or
 * never, for files that do not change.
 */
export type Freshness = 'before-search' | 'behind-search' | 'none'

/** What a memory is made of. */
export interface MemoryOptions {
  readonly store: Store
  /** What agents were told, beside the files; its index is in the same store. Default: nothing is. */
  readonly records?: RecordStore | undefined
  /** How records are recalled unless the caller says otherwise. */
  readonly recall?: RecallOptions | undefined
  /** Whose memory it is, for answers to say what was searched. Default: the user's own. */
  readonly scope?: MemoryScope | undefined
  /** Where its documents come from, besides the folders that were given to `index` once. Default: nowhere else. */
  readonly sources?: readonly Source[] | undefined
  /**
   * Models, or backends that open theirs when it is needed, the first choice first; default none. The first embeds documents;
   * the others embed queries where they have vectors and the first fails.
   */
  readonly models?: readonly (EmbeddingModel | EmbeddingBackend)[] | undefined
  /** Makes the backend again that filled a space, so that it answers until a new model is ready; undefined if it cannot or must not. */
  readonly backendOf?: ((source: string) => EmbeddingBackend | undefined) | undefined
  /**
   * Further retrievers, next to the keyword and the vector retriever. Each name must be unique, and none of `keyword`, `vector`, `reranker`,
   * `index`, `hybrid`, `none`.
   */
  readonly retrievers?: readonly Retriever[] | undefined
  /** The reranker of the first results of a search, or a backend that opens one when it is needed; default none. */
  readonly reranker?: Reranker | RerankerBackend | undefined
  /** Why there is no model, for every answer to report; undefined if none is wanted. */
  readonly noModelReason?: string | undefined
  /** Default 400 and 80 tokens. */
  readonly chunking?: Partial<Chunking> | undefined
  /** For embedding a query, loading models included, in milliseconds; default 15,000, of which backends behind a network get 4,000 at most. */
  readonly queryDeadline?: number | undefined
  /** How long vectors of deleted texts are kept in case the texts come back, in milliseconds; default 7 days; 0: until the next `index`. */
  readonly keepUnusedVectors?: number | undefined
  /** How many answers are remembered while the index stays as it is; default 0. */
  readonly cachedAnswers?: number | undefined
  /** Default `before-search`. */
  readonly freshness?: Freshness | undefined
  /** How long unused models, also of a reranker, stay open, in milliseconds; the next use opens them again. Default: until the memory is closed. */
  readonly modelIdle?: number | undefined
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Waits between two tries of a request; rejects with the signal's reason when that aborts. Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** How a memory is searched. */
export interface MemorySearchOptions extends SearchOptions {
  /** When this search looks for changed files; default as the memory does. */
  readonly freshness?: Freshness | undefined
}

/** An answer, and what a program may report beside it. */
export interface SearchReport {
  readonly answer: SearchAnswer
  /** How many candidates each retriever found. */
  readonly found: Readonly<Record<string, number>>
  /** Documents that were not checked or read in time, as `root:path`, or `root:.` for all of a root. */
  readonly stalePaths: readonly string[]
  /** Why changed files could not be brought in; null if they could. */
  readonly syncFailure: string | null
  /** Paths of the sources that are not indexed for safety, such as a folder `memory` that is a link out of its workspace. */
  readonly refused: readonly RefusedPath[]
}

/** A search, with what every stage after retrieval needs to rank again. */
export interface CandidatesReport {
  /** The search with the options as given. */
  readonly report: SearchReport
  /** Of each kind that was searched. */
  readonly candidates: readonly KindCandidates[]
}

/** Documents of some folders, searchable by keywords and by vectors. */
export interface Memory {
  /** What agents were told; undefined without a store of records. */
  readonly records: RecordMemory | undefined
  /** Indexes folders, which become roots. Rejects with MemoryError or StoreError, `STORE_LOCKED` while another process is indexing. */
  index(folders: readonly string[], options?: IndexOptions): Promise<IndexReport>
  /** Brings the sources and all roots up to date. Rejects as `index` does. */
  sync(options?: IndexOptions): Promise<IndexReport>
  /**
   * Reports what `index` would do and send, or `sync` if no folder is named. Writes into the store, which therefore has to be
   * a scratch copy. Rejects with MemoryError or StoreError.
   */
  plan(folders: readonly string[], options?: Pick<IndexOptions, 'onProgress' | 'signal'>): Promise<IndexPlan>
  /**
   * Removes deleted text from the database's files and frees its space on disk. `index` and `watch` do so after large changes
   * and once a day. Rejects with StoreError.
   */
  optimise(options?: OptimiseOptions): Promise<Optimised>
  /** Keeps the memory up to date from now on: syncs at once, and whenever files change. */
  watch(options?: WatchOptions): Promise<Watch>
  /** Loads what the first search needs, the model included; `degraded` says what does not work. */
  warmUp(): Promise<Pick<SearchAnswer, 'degraded'>>
  /** Answers a query from files and, where there are any, records; `freshness` says when changed files are read. Rejects with MemoryError, FusionError or StoreError. */
  search(query: string, options?: MemorySearchOptions): Promise<SearchReport>
  /** Searches, asking all retrievers whatever their weights: `rankCandidates` ranks what they found by other options. Rejects as `search` does. */
  candidates(query: string, options?: MemorySearchOptions): Promise<CandidatesReport>
  /**
   * Says of one document (`path`, `root:path`, or the absolute path of its file) why a search with these options shows it or
   * does not. Rejects with MemoryError, `DOCUMENT_UNKNOWN` if there is no such file, FusionError or StoreError.
   */
  why(query: string, path: string, options?: MemorySearchOptions): Promise<WhyReport>
  /**
   * Reads `[root:]path[:from[-to]]`, or lines of a path, from its file; `record:<collection>/<id>` is a record. Rejects with MemoryError, or
   * RecordError `RECORD_UNKNOWN`.
   */
  get(where: string | LineRange): Promise<Passage>
  /**
   * Reads what each of several texts names, in their order: the id of a result, a place as `get` takes it, the path of an
   * indexed file from `folder`, or a glob. Rejects with MemoryError.
   */
  getAll(places: readonly string[], options?: GetAllOptions): Promise<Passage[]>
  /** What is indexed, what works, and which model would embed a query; opens no model and sends no request. */
  status(): Promise<MemoryStatus>
  /** Embeds a sentence like a query, and reports which model did so, or why none could; in an empty index it asks the first model. */
  probeEmbeddingAvailability(): Promise<EmbeddingAvailability>
  /** Whether vectors can be searched, and if not, why not. */
  probeVectorAvailability(): Promise<Capability>
  /** Copies the whole memory, while it is in use, into one file. Rejects with StoreError, `STORE_FILE_EXISTS` if it must not replace a file. */
  backup(file: string, options?: BackupOptions): Promise<{ readonly bytes: number }>
  /** The documents of a root, in the order of their paths. Rejects with StoreError `STORE_UNKNOWN_ROOT`. */
  listDocuments(root: string): Promise<StoredDocument[]>
  /** A document with its chunks, from the index. Rejects with MemoryError `DOCUMENT_UNKNOWN`. */
  readIndexed(address: DocumentAddress): Promise<IndexedDocument>
  /** The indexed folders, in the order of their names. */
  listRoots(): Promise<Root[]>
  /**
   * Says what the documents of a root are about: the words find them from their next update on. An empty text takes the description
   * away. Rejects with MemoryError `OPTION_INVALID` for one of more than 1,000 characters, and StoreError `STORE_UNKNOWN_ROOT`.
   */
  describeRoot(name: string, description: string): Promise<void>
  /** Forgets a root; its files stay. Rejects with StoreError `STORE_UNKNOWN_ROOT`. */
  removeRoot(name: string): Promise<void>
  /** Forgets all vectors of one model. Rejects with StoreError `STORE_UNKNOWN_SPACE`. */
  dropSpace(space: Space): Promise<void>
  /** Ends watching, closes both stores and frees the models. */
  close(): Promise<void>
}
