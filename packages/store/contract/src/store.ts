import type {
  Candidate,
  ChunkTerms,
  CollectionCounts,
  CountRequest,
  VectorRequest,
  Vocabulary,
  WordCandidates,
  WordRequest,
} from './candidates.js'
import type { DocumentChanges, FoundItems, Root, StoredDocument } from './document.js'
import type { Maintenance } from './maintenance.js'
import type { StoreStatus } from './status.js'
import type { StoreThread, ThreadContext } from './thread.js'
import type { KeptSpace, NewVector, PendingText, Space, SpaceChanges } from './vector-space.js'

/** How a write waits for another writer. */
export interface WriteOptions {
  /** False: throw `STORE_BUSY` at once if another process is writing. Default: wait a few seconds. */
  readonly wait?: boolean | undefined
}

/** Small texts by name, for what a program has to remember between runs. */
export interface Notes {
  /** Undefined if there is no text of this name. */
  read(name: string): Promise<string | undefined>
  /** Takes the place of the text of this name, if any. */
  write(name: string, value: string): Promise<void>
}

/**
 * What a store may be able to do beside what every store does. A store leaves out what it cannot do. Its callers then do
 * without, or reject with `STORE_UNSUPPORTED`.
 */
export interface StoreCapabilities {
  /** Without it there is no lock between processes, and nothing is verified, repaired, backed up or tidied up. */
  readonly maintenance?: Maintenance | undefined
  /** Without it tasks run in the thread of the caller. */
  readonly thread?: StoreThread | undefined
  /** Without it no spelling is corrected. */
  readonly vocabulary?: Vocabulary | undefined
  /** Without them texts cannot be embedded by batch jobs, and files that gave no text are read again by every run. */
  readonly notes?: Notes | undefined
  /**
   * Names the state that answers come from: a text that changes with every write that can change an answer, by whichever
   * process, and sometimes with others. Cheap enough to ask before each search. Compare it only with what this open store
   * said. Without it no answer is cached.
   */
  readonly generation?: (() => Promise<string>) | undefined
}

/**
 * Documents, their chunks with the words they are found by, and one vector space per embedding model. Each write is one
 * transaction over all of these, unless its description says otherwise. All members reject with `StoreError`; after
 * `close`, with `STORE_UNAVAILABLE`.
 */
export interface Store extends StoreCapabilities {
  /** The folder that all roots lie in, if the store is confined to one: see `confineStore`. */
  readonly within?: string | undefined

  /** Every root, in the order of names. */
  listRoots(): Promise<Root[]>
  /**
   * Adds a root, or gives the root of this name what `root` says; its documents stay.
   * @param options `isNew`: the root has to be a new one, so that two processes never give one name to two roots
   * @throws StoreError `STORE_ROOT_EXISTS` if another root has the path, or with `isNew` any root has the name or the path
   */
  putRoot(root: Root, options?: { readonly isNew?: boolean | undefined }): Promise<void>
  /**
   * Removes a root and everything in it. Like `listDocuments` and `writeDocuments` it rejects with `STORE_UNKNOWN_ROOT` if
   * there is no root of that name.
   */
  removeRoot(name: string): Promise<void>

  /** The documents of a root, in the order of their paths' code points. */
  listDocuments(root: string): Promise<StoredDocument[]>
  /**
   * Writes documents in one transaction.
   * @throws StoreError `STORE_INVALID_DOCUMENT` if a chunk's id is not unique in the store; then nothing changes
   */
  writeDocuments(changes: DocumentChanges, options?: WriteOptions): Promise<void>
  /** The given chunks that exist, each compared with what was recorded of it and of its document when it was written. */
  readItems(ids: readonly string[]): Promise<FoundItems>

  /**
   * Finds matching chunks. Which of them are chosen if more match than are wanted is the driver's own decision; it only
   * decides which chunks keyword ranking scores.
   * @throws StoreError `STORE_INVALID_QUERY` for a query of more than `maximumQueryDepth` levels
   */
  findByWords(request: WordRequest): Promise<WordCandidates>
  /** What keyword ranking has to know of the whole collection. */
  readCounts(request: CountRequest): Promise<CollectionCounts>
  /** What keyword ranking has to know of each of the given chunks that exist, in any order. */
  readTermLists(ids: readonly string[]): Promise<ChunkTerms[]>
  /**
   * The chunks with the highest cosine similarity, in [-1, 1], best first, equal ones by id; a chunk with several vectors
   * counts by its nearest. A driver may find them approximately. Like `scoreByVector` it rejects with
   * `STORE_NO_VECTOR_SEARCH` if the status says that vectors cannot be searched, with `STORE_UNKNOWN_SPACE` and with
   * `STORE_INVALID_VECTOR`.
   */
  findByVector(request: VectorRequest): Promise<Candidate[]>
  /** The exact cosine similarities of the given chunks; chunks without a vector in this space are left out. */
  scoreByVector(
    request: Pick<VectorRequest, 'space' | 'vector'> & { readonly ids: readonly string[] },
  ): Promise<Map<string, number>>

  /** The spaces that exist, the most recently chosen last. Quick, however many vectors there are. */
  listSpaces(): Promise<KeptSpace[]>
  /**
   * Makes a space the most recently chosen one, and begins it if there is none. Choosing the last one again without
   * changing anything writes nothing.
   * @throws StoreError `STORE_INVALID_VECTOR` if the canary could be no vector of the space; `STORE_UNKNOWN_SPACE` if
   * `choose` is false and the space was not begun
   */
  putSpace(space: Space, changes?: SpaceChanges): Promise<void>
  /**
   * Up to `limit` distinct texts without a vector in the space, those after `after` (a key) in the order of keys. Like
   * `putVectors` it rejects with `STORE_UNKNOWN_SPACE` for a space that was not begun.
   */
  pendingTexts(
    space: Space,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<PendingText[]>
  /**
   * Keeps vectors; equal texts share one. Those of texts that are gone stay for when the text comes back, until they are
   * removed as unused.
   * @throws StoreError `STORE_INVALID_VECTOR` if one has the wrong length, is not finite or is all zero; then none is kept
   */
  putVectors(space: Space, vectors: readonly NewVector[]): Promise<void>

  /** What the store holds and what of it works. */
  status(): Promise<StoreStatus>
  /** Frees the store; it cannot be used afterwards. */
  close(): Promise<void>
}

/** A task of `StoreThread.run` as its module exports it; input and output are copied, as by `structuredClone`. */
export type ThreadFunction<Input = unknown, Output = unknown> = (
  store: Store,
  input: Input,
  context: ThreadContext,
) => Promise<Output>
