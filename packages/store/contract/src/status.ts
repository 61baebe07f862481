import type { Root } from './document.js'
import type { KeptSpace } from './store.js'

/** One part of a store: whether it works, and if not, why. */
export interface Capability {
  readonly available: boolean
  /** Version of the part where it works. */
  readonly version: string | null
  /** What failed and what mends it, where it does not. */
  readonly reason: string | null
}

/** How full a vector space is. */
export interface SpaceStatus extends Omit<KeptSpace, 'canary'> {
  /** Chunks' texts that have their vector. */
  readonly vectors: number
  /** Chunks' texts that lack one. */
  readonly pending: number
  /** Vectors kept of texts that no chunk has any more; see `removeUnusedVectors`. */
  readonly unusedVectors: number
  /** What the numbers of its vectors take up, those included that are kept for texts that may come back. */
  readonly bytes: number
}

/** What a store holds and what of it works. */
export interface StoreStatus {
  /** What kind of store it is, in a word: `sqlite`. */
  readonly backend: string
  readonly roots: readonly (Root & { readonly files: number; readonly chunks: number })[]
  readonly files: number
  readonly chunks: number
  /** The most recently chosen last. */
  readonly spaces: readonly SpaceStatus[]
  readonly keywordIndex: Capability
  readonly vectorSearch: Capability
  readonly database: { readonly path: string; readonly bytes: number }
}
