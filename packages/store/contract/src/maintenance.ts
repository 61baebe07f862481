import type { Root } from './document.js'
import { StoreError } from './errors.js'
import type { KeptSpace, Space } from './vector-space.js'

/** Keeps a store in order. A store has all of these methods but `repair`, or none; only `backup` may reject with `STORE_UNSUPPORTED`. */
export interface Maintenance {
  /**
   * Takes the one lock of this store, which programs take before they index; other writes do not need it. It has one holder
   * among all calls in all processes. It is released when its holder's process ends, even by a crash.
   * @throws StoreError `STORE_LOCKED` if it is held; the message names the process that holds it
   */
  lock(options?: LockOptions): Promise<StoreLock>
  /**
   * Compares everything with the checksums that were recorded when it was written, and changes nothing. It resolves to what is
   * damaged, each kind of damage as part of a sentence, and rejects only if it cannot look.
   */
  verify(options?: VerifyOptions): Promise<readonly string[]>
  /**
   * If `verify` finds damage, removes all documents, which the next sync indexes again, and damaged vectors, which are then pending
   * again. It resolves to the damage that it found. A driver without it is repaired while no store is open, by a separate function.
   */
  readonly repair?: (() => Promise<readonly string[]>) | undefined
  /**
   * Copies the whole store, as it is at one moment, to a target that the driver understands, such as a path. Other processes
   * may write meanwhile. If it fails, the target is as it was before.
   * @throws StoreError `STORE_FILE_EXISTS` if the target exists; with `replace`, if it must not be replaced
   */
  backup(target: string, options?: BackupOptions): Promise<{ readonly bytes: number }>
  /**
   * Lets the driver tidy up after many writes. Deleted content can then no longer be read in the stored data. Resolves to
   * null; if deleted content may still be there, to the reason, as part of a sentence.
   */
  optimise(): Promise<string | null>
  /**
   * Removes a space with all its vectors, unused ones included. The space on disk that they took is given back at once if no
   * other process is reading; otherwise with a later `dropSpace` or `optimise`, without an error.
   * @throws StoreError `STORE_UNKNOWN_SPACE` if the space does not exist
   */
  dropSpace(space: Space): Promise<void>
  /**
   * Removes, in every space, the vectors of texts that no chunk has had for at least `unusedFor` milliseconds, counted from
   * the first call that found the text gone; 0 removes all that no chunk has. Resolves to the number of removed vectors.
   */
  removeUnusedVectors(options: { readonly unusedFor: number }): Promise<number>
}

/** The lock while it is held. */
export interface StoreLock {
  /** Releases the lock; a second call does nothing. */
  release(): Promise<void>
}

/** How long to wait for the lock. */
export interface LockOptions {
  /** In milliseconds; default 0: reject at once if it is held. */
  readonly wait?: number | undefined
}

/** What to look at. */
export interface VerifyOptions {
  /**
   * Whether to check only the structure of the storage: that everything can be reached, and the few entries on which others
   * depend. It takes a fraction of the time, and finds no byte that has changed within a text or a vector. Default false.
   */
  readonly isQuick?: boolean | undefined
}

/** How to write a backup. */
export interface BackupOptions {
  /** Whether the complete copy replaces what is at the target; default false. */
  readonly replace?: boolean | undefined
}

/**
 * The maintenance of a store, for what cannot be done without it.
 * @throws StoreError `STORE_UNSUPPORTED` if the store has none
 */
export function maintenanceOf({
  maintenance,
}: {
  readonly maintenance?: Maintenance | undefined
}): Maintenance {
  if (maintenance) return maintenance
  throw new StoreError(
    'STORE_UNSUPPORTED',
    'This store cannot be locked, verified, backed up or tidied up by Recallite. Use the tools of its database.',
  )
}

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
