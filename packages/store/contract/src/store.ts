import type { CareStore } from './care.js'
import type { DocumentAddress, NewChunk, Root, StoredChunk, StoredDocument } from './document.js'
import type { SearchFilter } from './filter/search-filter.js'
import type { NearOptions, NearTask } from './near.js'
import type { KeywordQuery } from './query.js'
import type { StoreStatus } from './status.js'

/** A vector space: one per embedding model and prompt style. */
export interface Space {
  readonly provider: string
  readonly model: string
  readonly dimensions: number
  readonly promptStyle: string
}

/** A vector space as it is kept. */
export interface KeptSpace extends Space {
  /** Where its model comes from, as whoever chose the space put it, such as `local:` and a file; null where it is not told. */
  readonly source: string | null
  /** The vector of a text that its owner knows, to see whether a model is still the same; null without one. */
  readonly canary: Float32Array | null
  /** Whether its owner said that it has been filled: false for one that is being filled for the first time. */
  readonly isFilled: boolean
  /** Whether it has any vector, were it of a text that is gone. */
  readonly hasVectors: boolean
}

/** What its owner may note of a space; what is left out stays as it is. */
export interface SpaceChanges {
  /** Like every vector of the space; comes back number by number. */
  readonly canary?: Float32Array | undefined
  readonly isFilled?: boolean | undefined
}

/** A text that a space has no vector for. */
export interface PendingText {
  /** Names the text; hand it back with its vector. */
  readonly key: string
  readonly text: string
  /** One document that holds it, to name in messages; of a secret text, one that is secret. */
  readonly document: DocumentAddress
  readonly startLine: number
  /** Whether any document that holds it is secret: then it is not to leave this computer. */
  readonly isSecret: boolean
}

/** A chunk and its score; higher is better. */
export interface Hit {
  readonly id: string
  readonly score: number
}

/** Asks for the chunks that match a query of words. */
export interface WordRequest {
  readonly query: KeywordQuery
  /** How many are wanted; those that are exactly as promising as the last of these may come with them. */
  readonly limit: number
  readonly filter?: SearchFilter | undefined
}

/** Asks for what keyword ranking needs to know of the whole collection. */
export interface CountRequest {
  /** In how many chunks is each of these? */
  readonly queries: readonly KeywordQuery[]
  /** In how many chunks' texts is each of these forms? */
  readonly forms: readonly string[]
  /** Which stems begin with each of these? */
  readonly prefixes: readonly string[]
}

/** Counts over all chunks, whatever a search is filtered by. */
export interface CollectionCounts {
  readonly chunks: number
  /** How many words a chunk's text has on average. */
  readonly meanLength: number
  /** In how many chunks each of the queries is, in their order. */
  readonly counts: readonly number[]
  /** In how many chunks' texts each of the forms is. */
  readonly formCounts: readonly number[]
  /** For each of the prefixes up to 256 stems that begin with it, in the order of code points. */
  readonly expansions: readonly (readonly string[])[]
}

/** What a chunk is scored by. */
export interface ChunkTerms {
  readonly id: string
  /** `NewChunk.termList`, byte by byte. */
  readonly termList: Uint8Array
}

/** Asks for the chunks whose vectors are nearest. */
export interface VectorRequest {
  readonly space: Space
  /** Finite, not all zero, of the space's length. */
  readonly vector: Float32Array
  readonly limit: number
  readonly filter?: SearchFilter | undefined
}

/** How a write waits for another writer. */
export interface WriteOptions {
  /** False: throw `STORE_BUSY` at once if another process is writing. Default: wait a few seconds. */
  readonly wait?: boolean | undefined
}

/** Documents and roots. Every write is one transaction over rows, keyword index and vectors. */
export interface DocumentStore {
  /** Every root, in the order of names. */
  listRoots(): Promise<Root[]>
  /** Adds a root under a free name made from the wanted one; returns the root as it is kept. */
  addRoot(root: Root): Promise<Root>
  /** Gives the root of this name the path, kind and globs it has here; its documents stay as they are. */
  updateRoot(root: Root): Promise<void>
  /**
   * Removes a root and everything in it. Like every method that names a root, it rejects with `STORE_UNKNOWN_ROOT`
   * where there is none of that name.
   */
  removeRoot(name: string): Promise<void>
  /** The documents of a root, in the order of their paths' code points. */
  listDocuments(root: string): Promise<StoredDocument[]>
  /** Every language that some document is of, in the order of code points. */
  listLanguages(): Promise<string[]>
  /**
   * Puts a document in place of the one with the same address, if any, with all its chunks.
   * @throws StoreError `STORE_INVALID_DOCUMENT` when a chunk's id is not unique in the store; then nothing changes
   */
  replaceDocument(
    document: StoredDocument,
    chunks: readonly NewChunk[],
    options?: WriteOptions,
  ): Promise<void>
  /** Notes that a document was read again and had not changed. */
  touchDocuments(
    documents: readonly (DocumentAddress & Pick<StoredDocument, 'stamp' | 'readAt'>)[],
    options?: WriteOptions,
  ): Promise<void>
  /** Removes documents with their chunks; those that are not there are passed over. */
  removeDocuments(addresses: readonly DocumentAddress[], options?: WriteOptions): Promise<void>
}

/**
 * Vectors, addressed by space and text; equal texts share one. Every method but `listSpaces` and `addSpace` rejects
 * with `STORE_UNKNOWN_SPACE` for a space that was not begun.
 */
export interface VectorStore {
  /** The spaces that exist, the most recently chosen last. Quick, however many vectors there are. */
  listSpaces(): Promise<KeptSpace[]>
  /**
   * Begins a space, or makes one that exists the most recently chosen. A source takes the place of the one it has;
   * without one that stays. Choosing the last one again, from the same source, writes nothing.
   */
  addSpace(space: Space, options?: { source?: string | undefined }): Promise<void>
  /**
   * Notes something of a space.
   * @throws StoreError `STORE_INVALID_VECTOR` when the canary has the wrong length, is not finite or is all zero
   */
  updateSpace(space: Space, changes: SpaceChanges): Promise<void>
  /**
   * Removes a space with all its vectors, those of texts that are gone included. The room they took is given back at
   * once where nobody else is reading; otherwise with a later `dropSpace` or `optimise`, without an error.
   */
  dropSpace(space: Space): Promise<void>
  /** Up to `limit` distinct texts the space lacks, those after `after` (a key) in the order of keys. */
  pendingTexts(space: Space, options: { limit: number; after?: string | undefined }): Promise<PendingText[]>
  /**
   * Keeps vectors; those of texts that are gone stay for when the text comes back, until they are removed as unused.
   * @throws StoreError `STORE_INVALID_VECTOR` when one has the wrong length, is not finite or is all zero; then none is kept
   */
  putVectors(space: Space, vectors: readonly { key: string; vector: Float32Array }[]): Promise<void>
  /**
   * Removes the vectors, in every space, of texts that no chunk has had for at least `unusedFor` milliseconds, counted from
   * the first call that found them gone; with 0 all that no chunk has. Never one whose text is there. Resolves to how many.
   */
  removeUnusedVectors(options: { unusedFor: number }): Promise<number>
}

/** Chunks that can be shown. */
export interface FoundChunks {
  /** Those that are as they were written, in the order in which they were asked for. */
  readonly chunks: readonly StoredChunk[]
  /** The ids of those that are there and damaged, or whose document is. */
  readonly damaged: readonly string[]
}

/** Finds candidates, by words and by vector, and reads what given chunks are scored by. */
export interface SearchStore {
  /**
   * The ids of matching chunks, the most promising first: how they are chosen where more match than are wanted is the driver's
   * own, and only decides which chunks keyword ranking scores.
   * @throws StoreError `STORE_INVALID_QUERY` for a query of more than `maximumQueryDepth` levels
   */
  findByWords(request: WordRequest): Promise<string[]>
  /** Counts of the whole collection. */
  readCounts(request: CountRequest): Promise<CollectionCounts>
  /** The term lists of the given chunks that exist, in any order. */
  readTermLists(ids: readonly string[]): Promise<ChunkTerms[]>
  /**
   * The nearest chunks by cosine, in [-1, 1], best first, equal scores by id; a chunk with several vectors counts by its
   * nearest. Like `scoreByVector` it rejects with `STORE_NO_VECTOR_SEARCH` where the status says that vectors cannot be
   * searched, with `STORE_UNKNOWN_SPACE` and with `STORE_INVALID_VECTOR`.
   */
  findByVector(request: VectorRequest): Promise<Hit[]>
  /** Cosines of the given chunks; chunks without a vector in this space are left out. */
  scoreByVector(
    request: Pick<VectorRequest, 'space' | 'vector'> & { ids: readonly string[] },
  ): Promise<Map<string, number>>
  /** The given chunks that exist, each compared with what was noted of it and of its document when it was written. */
  readChunks(ids: readonly string[]): Promise<FoundChunks>
}

/**
 * In how many chunks words are: stems in a chunk's text, parts or place, forms in its text. Words that no chunk has are
 * left out of every answer, as is what is not a word of letters, marks and digits, e.g. what marks the ends of a place.
 */
export interface VocabularyStore {
  /** In how many chunks each of these stems is. */
  chunksWithStems(stems: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** In how many chunks each of these forms is. */
  chunksWithForms(forms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Every form that begins with one of the prefixes, and in how many chunks it is. */
  chunksWithPrefixes(prefixes: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/**
 * Documents, their chunks, a keyword index over them and one vector space per embedding model. All methods reject
 * with `StoreError`; after `close`, with `STORE_UNAVAILABLE`.
 */
export interface Store extends DocumentStore, VectorStore, SearchStore, VocabularyStore, CareStore {
  /** The folder that all roots lie in, where the store is confined to one: see `confineStore`. */
  readonly within?: string | undefined
  /**
   * Names the state that answers come from: a text that changes with every write that can change an answer, by whomever,
   * and sometimes with others. Cheap enough to ask before each search. Compare it only with what this open store said.
   */
  generation(): Promise<string>
  /** What the store holds and what of it works. */
  status(): Promise<StoreStatus>
  /** A small text kept under a name, or undefined. */
  readNote(name: string): Promise<string | undefined>
  /** Keeps a small text under a name. */
  writeNote(name: string, value: string): Promise<void>
  /**
   * Lets the driver tidy up after many writes. What was deleted before cannot be read in the store's files afterwards;
   * where something kept that from being done, it resolves to why, as part of a sentence, else to null.
   */
  optimise(): Promise<string | null>
  /**
   * Runs a function in the thread that keeps the data, with a store of its own there; rejects as it does. Only stores
   * that have such a thread have this.
   */
  near?<Output>(task: NearTask, input: unknown, options?: NearOptions): Promise<Output>
  /** Frees the store; it cannot be used afterwards. */
  close(): Promise<void>
}
