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
  SampledVector,
  Space,
  SpaceChanges,
  VectorPage,
} from './vector-space.js'

/** How a write waits for another writer. */
export interface WriteOptions {
  /** False: reject with `STORE_BUSY` at once if there is another writer. Default: wait for it for a few seconds. */
  readonly wait?: boolean | undefined
}

/** A part of a long list in the order of paths. */
export interface VersionPage {
  readonly limit: number
  readonly after?: string | undefined
}

/** Small texts by name, for what a program has to remember between runs. */
export interface Notes {
  /** Resolves to undefined if there is no text of this name. */
  read(name: string): Promise<string | undefined>
  /** Replaces the text of this name, if there is one. */
  write(name: string, value: string): Promise<void>
}

/**
 * What only some stores can do. A store leaves out each capability that it does not have. Its callers then do without, or
 * reject with `STORE_UNSUPPORTED`.
 */
export interface StoreCapabilities {
  /** Without it there is no lock between processes, and nothing is verified, repaired, backed up or tidied up. */
  readonly maintenance?: Maintenance | undefined
  /** Without it tasks run in the thread of the caller. */
  readonly thread?: StoreThread | undefined
  /** Without it no spelling is corrected, and no other form of an abbreviation is looked for. */
  readonly vocabulary?: Vocabulary | undefined
  /** Without them texts cannot be embedded by batch jobs, and files that gave no text are read again by every run. */
  readonly notes?: Notes | undefined
  /**
   * Resolves to chunks with the vectors of their first inputs in a space, at most `limit`, spread over the whole store by the
   * order of their ids: the same ones as long as the data stays the same. Without it no collection is calibrated.
   * @throws StoreError `STORE_UNKNOWN_SPACE`
   */
  readonly sampleVectors?: ((space: Space, limit: number) => Promise<SampledVector[]>) | undefined
  /**
   * Resolves to a text that names the present state of the data. The text changes with every write that can change an
   * answer, whichever process writes. It may change with other writes too, but not by reading, and no earlier text comes
   * back. Callers ask before each search, and compare only texts of one open store. Without it no answer is cached.
   */
  readonly generation?: (() => Promise<string>) | undefined
  /**
   * Reads vectors of a space, those of texts that no chunk has any more included, in the order of their keys; damaged ones are
   * left out. They have the length 1, or are as they were given. Without it the store cannot be copied to another one.
   * @throws StoreError `STORE_UNKNOWN_SPACE`
   */
  readonly readVectors?: ((space: Space, page: KeyPage) => Promise<VectorPage>) | undefined
  /**
   * Gives the store of records in the same database, which keeps the same contract: its roots, documents, chunks, counts, samples and notes
   * are its own. Spaces and vectors are those of the whole database, and a status counts the texts of both. What a repair cannot restore
   * of records is removed, with all notes about them. It has notes, and no `maintenance` and `thread`; to close either store closes both.
   * Without it records cannot be searched.
   */
  readonly ofRecords?: (() => Store) | undefined
}

/**
 * Documents, their chunks with the words they are found by, and one vector space per embedding model. Each write is one
 * transaction over all of these, unless its description says otherwise. A text may be any string of JavaScript, NUL
 * included; a lone surrogate may come back as U+FFFD. Where texts are sorted, they are in the order of their code points.
 * All members reject with `StoreError`. Its code is one that the member names under `@throws`, or one of these: of any member
 * `STORE_UNAVAILABLE` (also after `close`) and `STORE_CORRUPT`; of a write `STORE_BUSY`, `STORE_READ_ONLY` and `STORE_FULL`.
 */
export interface Store extends StoreCapabilities {
  /** The version of this contract that the driver implements; `createMemory` refuses any that it does not support. */
  readonly specificationVersion: 'v1'
  /** The folder that all roots lie in. Only `confineStore` sets it; a driver leaves it out. */
  readonly within?: string | undefined

  /** Lists every root, sorted by name. */
  listRoots(): Promise<Root[]>
  /**
   * Adds a root. If there is a root of this name, `root` replaces what was known of it, and its documents stay.
   * @param options `isNew`: the root has to be a new one, so that two processes never give one name to two roots
   * @throws StoreError `STORE_ROOT_EXISTS` if another root has the path, or with `isNew` any root has the name or the path;
   * `STORE_INVALID_DOCUMENT` if the name is empty or has a colon; `STORE_OUTSIDE` (see `confineStore`)
   */
  putRoot(root: Root, options?: { readonly isNew?: boolean | undefined }): Promise<void>
  /**
   * Removes a root with its documents and their chunks.
   * @throws StoreError `STORE_UNKNOWN_ROOT` if there is no root of this name
   */
  removeRoot(name: string): Promise<void>

  /**
   * Lists the documents of a root, sorted by path.
   * @param options `withField`: only those whose metadata has one of these keys, which are folded as those of filters are
   * @throws StoreError `STORE_UNKNOWN_ROOT` if there is no root of this name
   */
  listDocuments(
    root: string,
    options?: { readonly withField?: readonly string[] | undefined },
  ): Promise<StoredDocument[]>
  /**
   * Lists the versions of a root's documents, sorted by path, page by page, for a root of so many documents that they should
   * not all be in memory at once.
   * @param page at most `limit` of them, from the first path after `after` on; default from the first path
   * @throws StoreError `STORE_UNKNOWN_ROOT` if there is no root of this name
   */
  listVersions(root: string, page: VersionPage): Promise<DocumentVersion[]>
  /** Resolves to one document; undefined if there is none, or no root of this name. */
  findDocument(address: DocumentAddress): Promise<StoredDocument | undefined>
  /**
   * Writes documents with their chunks in one transaction. If it rejects, nothing has changed.
   * @throws StoreError `STORE_INVALID_DOCUMENT` if a chunk's id is not unique in the store; `STORE_UNKNOWN_ROOT` if any
   * document of the changes, a touched or removed one too, has a root that is not there
   */
  writeDocuments(changes: DocumentChanges, options?: WriteOptions): Promise<void>
  /**
   * Reads the given chunks that exist. A driver records checksums of each document and chunk when it writes them, and
   * compares them here: what has changed since is damaged.
   */
  readItems(ids: readonly string[]): Promise<FoundItems>

  /**
   * Finds the chunks that keyword ranking scores highest. If more match than are wanted, a driver that cannot tell estimates
   * which these are.
   * @throws StoreError `STORE_INVALID_QUERY` if query or filter has more than `maximumQueryDepth` or `maximumConditions`
   */
  findByWords(request: WordRequest): Promise<WordCandidates>
  /**
   * Counts what keyword ranking has to know of the whole collection.
   * @throws StoreError `STORE_INVALID_QUERY` for a query of more than `maximumQueryDepth` levels
   */
  readCounts(request: CountRequest): Promise<CollectionCounts>
  /** Reads the term lists of those of the given chunks that exist, in any order. */
  readTermLists(ids: readonly string[]): Promise<ChunkTerms[]>
  /**
   * Finds the chunks with the highest cosine similarity, in [-1, 1], best first and equal ones by id. A driver may find the
   * chunks approximately. The similarity of a chunk of several texts is the highest of their cosines.
   * @throws StoreError `STORE_NO_VECTOR_SEARCH` if the status says that vectors cannot be searched; `STORE_UNKNOWN_SPACE`;
   * `STORE_INVALID_VECTOR`; `STORE_INVALID_QUERY` for a filter, as `findByWords`
   */
  findByVector(request: VectorRequest): Promise<Candidate[]>
  /**
   * Computes the exact similarity of each given chunk, and names the text that is nearest, the first of equal ones. Chunks
   * without a vector in this space are left out.
   * @throws StoreError `STORE_NO_VECTOR_SEARCH`, `STORE_UNKNOWN_SPACE` or `STORE_INVALID_VECTOR`, as `findByVector`
   */
  scoreByVector(
    request: Pick<VectorRequest, 'space' | 'vector'> & { readonly ids: readonly string[] },
  ): Promise<Map<string, VectorScore>>

  /** Lists the spaces that exist, the most recently chosen last. It takes as long with many vectors as with none. */
  listSpaces(): Promise<KeptSpace[]>
  /**
   * Adds a space if it does not exist, records the changes, and makes it the most recently chosen space, the one that
   * searches use; with `choose: false` it only records the changes. Choosing the last space again without changes writes nothing.
   * @throws StoreError `STORE_INVALID_VECTOR` if the canary could be no vector of the space; `STORE_UNKNOWN_SPACE` if
   * `choose` is false and the space does not exist
   */
  putSpace(space: Space, changes?: SpaceChanges): Promise<void>
  /**
   * Reads up to `limit` distinct texts without a vector in the space, those of the newest documents (`date`) first and those of
   * documents without a date last. A text stands at the newest chunk that has it as its first input, or else as a piece.
   * @throws StoreError `STORE_UNKNOWN_SPACE` if the space does not exist
   */
  pendingTexts(space: Space, page: PendingPage): Promise<PendingText[]>
  /**
   * Keeps vectors, perhaps in several transactions; equal texts share one. A text that has a vector keeps that one. A key
   * whose text is gone by now is accepted: its vector stays for when the text comes back, until it is removed as unused.
   * @throws StoreError `STORE_INVALID_VECTOR` if one has the wrong length, is not finite or is all zero; then none is kept;
   * `STORE_UNKNOWN_SPACE` if the space does not exist
   */
  putVectors(space: Space, vectors: readonly NewVector[]): Promise<void>

  /** Says what the store holds and what of it works. */
  status(): Promise<StoreStatus>
  /** Frees the store; it cannot be used afterwards. */
  close(): Promise<void>
}

/** A store with every capability except a thread. */
export type CompleteStore = Store & {
  readonly [Name in Exclude<keyof StoreCapabilities, 'thread'>]: NonNullable<Store[Name]>
}

/** A task of `StoreThread.run` as its module exports it; input and output are copied, as by `structuredClone`. */
export type ThreadFunction<Input = unknown, Output = unknown> = (
  store: Store,
  input: Input,
  context: ThreadContext,
) => Promise<Output>

/** Runs tasks in the thread in which the store works. */
export interface StoreThread {
  /** Runs a function there, with a store of its own; rejects as the function does. */
  run<Output>(task: ThreadTask, input: unknown, options?: ThreadTaskOptions): Promise<Output>
}

/** An exported function of a module. */
export interface ThreadTask {
  /** `file:` URL of a built module. */
  readonly module: string
  /** What it is exported as; the function is a `ThreadFunction`. */
  readonly name: string
}

/** What a task is given beside its input. */
export interface ThreadContext {
  /** Sends something to `onNews`; it is copied, as by `structuredClone`. */
  tell(news: unknown): void
  readonly signal: AbortSignal
}

/** How to follow a task and end it. */
export interface ThreadTaskOptions {
  /** Called with what the task tells, in order. */
  readonly onNews?: ((news: unknown) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
