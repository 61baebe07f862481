import type { Root } from './document.js'
import { StoreError } from './errors.js'
import type { KeptSpace, Space } from './vector-space.js'

/** A store has all of these methods except `repair`, or none; only `backup` may reject with `STORE_UNSUPPORTED`. */
export interface Maintenance {
  /**
   * Acquires the exclusive lock of the store across all processes. Programs acquire it before they index; other writes do not need
   * it. It is released when the process ends, even by a crash.
   * @throws StoreError `STORE_LOCKED`, with the process that holds the lock in the message
   */
  lock(options?: LockOptions): Promise<StoreLock>
  /** Compares all data with its checksums, without changes. Resolves to each kind of damage, as part of a sentence. */
  verify(options?: VerifyOptions): Promise<readonly string[]>
  /**
   * If `verify` finds damage, removes all documents, which the next sync indexes again, and damaged vectors, which become pending.
   * Resolves to the damage found. For a driver without it, a separate function repairs a closed store.
   */
  readonly repair?: (() => Promise<readonly string[]>) | undefined
  /**
   * Copies a snapshot of the store to a target of the driver, such as a path, while other processes may write. If it fails, the
   * target is unchanged.
   * @throws StoreError `STORE_FILE_EXISTS` if the target exists; with `replace`, if it must not be replaced
   */
  backup(target: string, options?: BackupOptions): Promise<{ readonly bytes: number }>
  /**
   * Cleans up after many writes, and removes deleted content from the stored data. Resolves to null, or to the reason why deleted
   * content may remain, as part of a sentence. `sql` creates tables for full-text search by SQL clients, which the store then keeps
   * up to date.
   * @throws StoreError `STORE_UNSUPPORTED` for `sql` if the store has no such tables
   */
  optimise(options?: { readonly sql?: boolean | undefined }): Promise<string | null>
  /**
   * Removes a space with all its vectors. If another process is reading, a later `dropSpace` or `optimise` frees the disk space.
   * @throws StoreError `STORE_UNKNOWN_SPACE` if the space does not exist
   */
  dropSpace(space: Space): Promise<void>
  /**
   * Removes the vectors of texts that no chunk has had for at least `unusedFor` milliseconds, counted from the first call that
   * finds the text unused; 0 removes all unused vectors. Resolves to the number of removed vectors.
   */
  removeUnusedVectors(options: { readonly unusedFor: number }): Promise<number>
}

/** An acquired lock. */
export interface StoreLock {
  /** Releases the lock; a second call does nothing. */
  release(): Promise<void>
}

/** Options of `Maintenance.lock`. */
export interface LockOptions {
  /** Maximum wait in milliseconds; default 0. */
  readonly wait?: number | undefined
}

/** Options of `Maintenance.verify`. */
export interface VerifyOptions {
  /** Checks only the structure of the storage, in a fraction of the time, not the bytes of texts and vectors. Default false. */
  readonly isQuick?: boolean | undefined
}

/** Options of `Maintenance.backup`. */
export interface BackupOptions {
  /** Whether to replace an existing target; default false. */
  readonly replace?: boolean | undefined
}

/**
 * Returns the maintenance of a store.
 * @throws StoreError `STORE_UNSUPPORTED` if the store has none
 */
export function maintenanceOf(store: { readonly maintenance?: Maintenance | undefined }): Maintenance {
  if (store.maintenance) return store.maintenance
  throw new StoreError(
    'STORE_UNSUPPORTED',
    'This store cannot be locked, verified, backed up or optimised by Recallite. Use the tools of its database.',
  )
}

/** Whether a part of a store works. */
export interface Capability {
  readonly available: boolean
  /** Version of the part; null if it does not work. */
  readonly version: string | null
  /** What failed and how to fix it; null if it works. */
  readonly reason: string | null
}

/** The state of a vector space. */
export interface SpaceStatus extends Omit<KeptSpace, 'canary'> {
  /** The number of distinct texts of chunks that have a vector. */
  readonly vectors: number
  /** The number of distinct texts of chunks without a vector. */
  readonly pending: number
  /** The number of vectors whose text no chunk has any more; see `Maintenance.removeUnusedVectors`. */
  readonly unusedVectors: number
  /** The size of all vectors, including unused ones. */
  readonly bytes: number
}

/** The contents of a store, and which of its parts work. */
export interface StoreStatus {
  /** The kind of store in one word, such as `sqlite`. */
  readonly backend: string
  /** A human-readable path or address. */
  readonly location: string
  /** The size of the data; 0 if unknown. */
  readonly bytes: number
  readonly roots: readonly (Root & { readonly documents: number; readonly chunks: number })[]
  readonly documents: number
  readonly chunks: number
  /** The most recently chosen last. */
  readonly spaces: readonly SpaceStatus[]
  readonly keywordIndex: Capability
  readonly vectorSearch: Capability
}
