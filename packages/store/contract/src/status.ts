import type { Root } from './document.js'
import type { KeptSpace } from './vector-space.js'

/** One part of a store: whether it works, and if not, why. */
export interface Capability {
  readonly available: boolean
  /** Version of the part, if it works. */
  readonly version: string | null
  /** What failed and how to repair it, if it does not work. */
  readonly reason: string | null
}

/** How full a vector space is. */
export interface SpaceStatus extends Omit<KeptSpace, 'canary'> {
  /** How many distinct texts that a chunk has to embed have a vector. */
  readonly vectors: number
  /** How many of these texts have no vector. */
  readonly pending: number
  /** How many vectors are kept of texts that no chunk has any more; see `Maintenance.removeUnusedVectors`. */
  readonly unusedVectors: number
  /** How many bytes the numbers of its vectors take up, unused vectors included. */
  readonly bytes: number
}

/** What a store holds and what of it works. */
export interface StoreStatus {
  /** What kind of store it is, in a word, such as `sqlite`. */
  readonly backend: string
  /** Where it keeps its data, for people to read: a path or the address of a service. */
  readonly location: string
  /** How many bytes its data takes up there; 0 if that is not known. */
  readonly bytes: number
  readonly roots: readonly (Root & { readonly documents: number; readonly chunks: number })[]
  readonly documents: number
  readonly chunks: number
  /** The most recently chosen last. */
  readonly spaces: readonly SpaceStatus[]
  readonly keywordIndex: Capability
  readonly vectorSearch: Capability
}
