import type { DocumentAddress, NewDocument } from './document.js'
import type { NewVector, Space } from './vector-space.js'

/** Documents with their chunks as they were written. */
export interface WrittenDocuments {
  /** Those that are as they were written, in any order. */
  readonly documents: readonly NewDocument[]
  /** Those that exist but are damaged, themselves or in a chunk. */
  readonly damaged: readonly DocumentAddress[]
}

/** A part of a long list in the order of keys. */
export interface KeyPage {
  readonly limit: number
  readonly after?: string | undefined
}

/**
 * Gives back what was written, so that it can be written to another store (see `copyStore` of `@recallite/store/copy`). What it
 * gives may differ from what was written where no answer of a store can: sections may be folded as filters compare them, and
 * of `ChunkWords` the stems of each list are in order and the forms of the text are all there, but a form may stand beside
 * another stem.
 */
export interface Contents {
  /** Reads those of the given documents that exist, with all their chunks in order. A root that is not there has none. */
  readDocuments(addresses: readonly DocumentAddress[]): Promise<WrittenDocuments>
  /**
   * Lists the keys of a space's vectors, sorted, those of texts that no chunk has any more included: at most `limit`, from the
   * first key after `after` on.
   * @throws StoreError `STORE_UNKNOWN_SPACE`
   */
  listVectors(space: Space, page: KeyPage): Promise<string[]>
  /**
   * Reads the vectors of these keys that there are and that are not damaged, of length 1 or as they were given, in any order.
   * @throws StoreError `STORE_UNKNOWN_SPACE`
   */
  readVectors(space: Space, keys: readonly string[]): Promise<NewVector[]>
  /** Lists the names of all notes; none if the store has no notes. */
  listNotes(): Promise<string[]>
}
