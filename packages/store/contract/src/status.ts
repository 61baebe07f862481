import type { Root } from './document.js'
import type { KeptSpace } from './vector-space.js'

/** One part of a store: whether it works, and if not, why. */
export interface Capability {
  readonly available: boolean
  /** Version of the part if it works. */
  readonly version: string | null
  /** What failed and what mends it, if it does not work. */
  readonly reason: string | null
}

/** How full a vector space is. */
export interface SpaceStatus extends Omit<KeptSpace, 'canary'> {
  /** Distinct texts of chunks that have a vector. */
  readonly vectors: number
  /** Distinct texts of chunks that have none. */
  readonly pending: number
  /** Vectors kept of texts that no chunk has any more; see `Maintenance.removeUnusedVectors`. */
  readonly unusedVectors: number
  /** What the numbers of its vectors take up, unused ones included. */
  readonly bytes: number
}

/** What a store holds and what of it works. */
export interface StoreStatus {
  /** What kind of store it is, in a word, such as `sqlite`. */
  readonly backend: string
  /** Where it keeps its data, for people to read: a path or the address of a service. */
  readonly location: string
  /** What its data takes up there; 0 if that is not known. */
  readonly bytes: number
  readonly roots: readonly (Root & { readonly documents: number; readonly chunks: number })[]
  readonly documents: number
  readonly chunks: number
  /** The most recently chosen last. */
  readonly spaces: readonly SpaceStatus[]
  readonly keywordIndex: Capability
  readonly vectorSearch: Capability
}
