import type {
  Candidate,
  ChunkTerms,
  VectorRequest,
  VectorScore,
  Vocabulary,
  WordCandidates,
  WordRequest,
} from './candidates.js'
import type { CollectionCounts, CountRequest } from './query.js'
import type {
  DocumentAddress,
  DocumentChanges,
  DocumentVersion,
  FoundItems,
  Root,
  StoredDocument,
} from './document.js'
import type { Maintenance, StoreStatus } from './maintenance.js'
import type {
  KeptSpace,
  KeyPage,
  NewVector,
  PendingPage,
  PendingText,
  Space,
  SpaceChanges,
  VectorPage,
} from './vector-space.js'

/** Options of `Store.writeDocuments`. */
export interface WriteOptions {
  /** Whether to wait for another writer for a few seconds (default), or to reject with `STORE_BUSY` immediately. */
  readonly wait?: boolean | undefined
}

/** A page of a list in the order of paths. */
export interface VersionPage {
  readonly limit: number
  readonly after?: string | undefined
}

/** Small texts by name, which programs remember between runs. */
export interface Notes {
  /** Resolves to undefined without a note of this name. */
  read(name: string): Promise<string | undefined>
  /** Writes or replaces a note. */
  write(name: string, value: string): Promise<void>
}

/** Optional capabilities. Callers work without a missing capability, or reject with `STORE_UNSUPPORTED`. */
export interface StoreCapabilities {
  /**
   * What a write promises. With `call`, the default, each is one transaction, unless stated otherwise. With `document`, each document
   * is written separately: no answer mixes two versions of a document, but a search during a call may find only some of its documents.
   * `generation` changes after the call is visible. After a rejected or interrupted call, some documents may have the former version,
   * or be listed with an empty stamp, so that the next sync writes them again.
   */
  readonly writes?: 'call' | 'document' | undefined
  /** Without it there is no lock between processes, verification, repair, backup or cleanup. */
  readonly maintenance?: Maintenance | undefined
  /** Without it tasks run in the thread of the caller. */
  readonly thread?: StoreThread | undefined
  /** Without it there is no spelling correction, and abbreviations are not expanded. */
  readonly vocabulary?: Vocabulary | undefined
  /** Without it batch jobs cannot embed texts, and every run reads files without text again. */
  readonly notes?: Notes | undefined
  /**
   * Resolves to a name for the current state of the data. It changes with every write, by any process, that can change an answer, never
   * through reading, and no name is reused. Callers compare only names of one open store. Without it answers are not cached.
   */
  readonly generation?: (() => Promise<string>) | undefined
  /**
   * Reads the intact vectors of a space, including unused ones, in the order of their keys, normalised to length 1 or as they were
   * put. Without it the store cannot be copied to another one.
   * @throws StoreError `STORE_UNKNOWN_SPACE`
   */
  readonly readVectors?: ((space: Space, page: KeyPage) => Promise<VectorPage>) | undefined
  /**
   * Returns the store of records in the same database. It has separate roots, documents, chunks, counts, samples and notes, and shares
   * spaces and vectors; a status counts the texts of both. It has no `maintenance` or `thread`; closing either store closes both. A
   * repair removes indexed records that it cannot restore, with all notes about records. Without it records cannot be searched.
   */
  readonly ofRecords?: (() => Store) | undefined
}

/**
 * Documents, their chunks with words, and one vector space per embedding model. Each write is one transaction if `writes` is `call`. A
 * text may be any JavaScript string, including NUL; a lone surrogate may be returned as U+FFFD. Texts sort by code points. All
 * members reject with `StoreError`: besides the codes under `@throws`, any member with `STORE_UNAVAILABLE` (also after `close`) and
 * `STORE_CORRUPT`, and a write with `STORE_BUSY`, `STORE_READ_ONLY` and `STORE_FULL`.
 */
export interface Store extends StoreCapabilities {
  /** The version of this contract that the driver implements; `createMemory` rejects unsupported versions. */
  readonly specificationVersion: 'v1'
  /** The folder that contains all roots. Only `confineStore` sets it. */
  readonly within?: string | undefined

  /** Lists every root, sorted by name. */
  listRoots(): Promise<Root[]>
  /**
   * Adds a root, or replaces the properties of the root with this name, whose documents stay.
   * @param options `isNew`: reject if the root exists, so that two processes never give one name to two roots
   * @throws StoreError `STORE_ROOT_EXISTS` if another root has the path, or with `isNew` any root has the name or the path;
   * `STORE_INVALID_DOCUMENT` if the name is empty or has a colon; `STORE_OUTSIDE` (see `confineStore`)
   */
  putRoot(root: Root, options?: { readonly isNew?: boolean | undefined }): Promise<void>
  /**
   * Removes a root with its documents and their chunks.
   * @throws StoreError `STORE_UNKNOWN_ROOT`
   */
  removeRoot(name: string): Promise<void>

  /**
   * Lists the documents of a root, sorted by path.
   * @param options `withField`: only documents whose metadata has one of these keys, folded as in filters
   * @throws StoreError `STORE_UNKNOWN_ROOT`
   */
  listDocuments(
    root: string,
    options?: { readonly withField?: readonly string[] | undefined },
  ): Promise<StoredDocument[]>
  /**
   * Lists the versions of a root's documents, sorted by path, in pages, as a root may have too many documents for memory.
   * @throws StoreError `STORE_UNKNOWN_ROOT`
   */
  listVersions(root: string, page: VersionPage): Promise<DocumentVersion[]>
  /** Resolves to undefined if the document or its root does not exist. */
  findDocument(address: DocumentAddress): Promise<StoredDocument | undefined>
  /**
   * Writes documents with their chunks: all in one transaction, or each separately (see `writes`).
   * @throws StoreError `STORE_INVALID_DOCUMENT` if a chunk's id is not unique in the store; `STORE_UNKNOWN_ROOT` if the root of any
   * document in the changes does not exist
   */
  writeDocuments(changes: DocumentChanges, options?: WriteOptions): Promise<void>
  /** Reads the chunks that exist, and compares them and their documents with the checksums recorded when they were written. */
  readItems(ids: readonly string[]): Promise<FoundItems>

  /**
   * Finds the chunks with the highest scores of keyword ranking. A driver may estimate which of more than `limit` matches these are.
   * @throws StoreError `STORE_INVALID_QUERY` if query or filter exceeds `maximumQueryDepth` or `maximumConditions`
   */
  findByWords(request: WordRequest): Promise<WordCandidates>
  /**
   * Counts over the whole collection, for keyword ranking.
   * @throws StoreError `STORE_INVALID_QUERY` for a query deeper than `maximumQueryDepth`
   */
  readCounts(request: CountRequest): Promise<CollectionCounts>
  /** Reads the term lists of the chunks that exist, in any order. */
  readTermLists(ids: readonly string[]): Promise<ChunkTerms[]>
  /**
   * Finds the chunks with the highest cosine similarity, in [-1, 1], best first and equal ones by id, possibly by an approximate
   * search. The similarity of a chunk is the maximum over the vectors of its inputs.
   * @throws StoreError `STORE_NO_VECTOR_SEARCH` if `status` reports vector search as unavailable; `STORE_UNKNOWN_SPACE`;
   * `STORE_INVALID_VECTOR`; `STORE_INVALID_QUERY` for a filter, as `findByWords`
   */
  findByVector(request: VectorRequest): Promise<Candidate[]>
  /**
   * Computes the exact similarity of the chunks that have a vector in the space, and names the most similar input.
   * @throws StoreError `STORE_NO_VECTOR_SEARCH`, `STORE_UNKNOWN_SPACE` or `STORE_INVALID_VECTOR`, as `findByVector`
   */
  scoreByVector(
    request: Pick<VectorRequest, 'space' | 'vector'> & { readonly ids: readonly string[] },
  ): Promise<Map<string, VectorScore>>

  /** Lists the spaces, the most recently chosen last. The time does not depend on the number of vectors. */
  listSpaces(): Promise<KeptSpace[]>
  /**
   * Adds a space if it does not exist, records the changes, and makes it the most recently chosen space, which searches use; with
   * `choose: false` it only records the changes. Choosing the last space again without changes writes nothing.
   * @throws StoreError `STORE_INVALID_VECTOR` if the canary is invalid in the space; `STORE_UNKNOWN_SPACE` if `choose` is false and
   * the space does not exist
   */
  putSpace(space: Space, changes?: SpaceChanges): Promise<void>
  /**
   * Reads up to `limit` distinct texts without a vector in the space, newest documents (`date`) first and undated ones last. A text is
   * listed at the newest chunk that has it as its first input, or else at the newest one that has it as a further input.
   * @throws StoreError `STORE_UNKNOWN_SPACE`
   */
  pendingTexts(space: Space, page: PendingPage): Promise<PendingText[]>
  /**
   * Stores vectors, possibly in several transactions. Equal texts share a vector, and an existing vector is not replaced. A key
   * without a text is accepted: its vector stays until it is removed as unused.
   * @throws StoreError `STORE_INVALID_VECTOR`, without storing any vector; `STORE_UNKNOWN_SPACE`
   */
  putVectors(space: Space, vectors: readonly NewVector[]): Promise<void>

  /** Reports the contents of the store, and which parts work. */
  status(): Promise<StoreStatus>
  /** Frees the store; it cannot be used afterwards. */
  close(): Promise<void>
}

/** A store with every capability except a thread. */
export type CompleteStore = Store & {
  readonly [Name in Exclude<keyof StoreCapabilities, 'thread'>]: NonNullable<Store[Name]>
}

/** A task of `StoreThread.run`, exported by a module; input and output are copied, as by `structuredClone`. */
export type ThreadFunction<Input = unknown, Output = unknown> = (
  store: Store,
  input: Input,
  context: ThreadContext,
) => Promise<Output>

/** Runs tasks in the thread of the store. */
export interface StoreThread {
  /** Runs a function with a separate store; rejects as the function does. */
  run<Output>(task: ThreadTask, input: unknown, options?: ThreadTaskOptions): Promise<Output>
}

/** An exported function of a module. */
export interface ThreadTask {
  /** `file:` URL of a built module. */
  readonly module: string
  /** The name of an exported `ThreadFunction`. */
  readonly name: string
}

/** The context of a task. */
export interface ThreadContext {
  /** Sends a copy, as by `structuredClone`, to `onNews`. */
  tell(news: unknown): void
  readonly signal: AbortSignal
}

/** Options of `StoreThread.run`. */
export interface ThreadTaskOptions {
  /** Called with what the task sends by `tell`, in order. */
  readonly onNews?: ((news: unknown) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
