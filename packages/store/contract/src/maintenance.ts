import type { DocumentAddress } from './document.js'
import { StoreError } from './errors.js'
import type { Space } from './vector-space.js'

/** Keeps a store in order: who may index, copies, whether everything is as it was written, and what can be given back. */
export interface Maintenance {
  /**
   * Takes the one lock of this store: one holder in all processes, this one included. It ends with its holder, however
   * that ends. It does not hinder writes: programs that index take it first.
   * @throws StoreError `STORE_LOCKED`, which names the process that holds it
   */
  lock(options?: LockOptions): Promise<StoreLock>
  /**
   * Compares everything with what was recorded of it when it was written. Damage that can be described never rejects.
   * With `repair`, it answers with what was found, not with what is left.
   */
  verify(options?: VerifyOptions): Promise<readonly StoreDamage[]>
  /**
   * Copies the whole store, as it is at one moment, to a place that the driver understands, such as a path. Other processes
   * may write meanwhile. Nothing is left behind if it fails, and what was there stays.
   * @throws StoreError `STORE_FILE_EXISTS` if there is something at the target; with `replace`, if that must not be replaced
   */
  backup(target: string, options?: BackupOptions): Promise<{ readonly bytes: number }>
  /**
   * Lets the driver tidy up after many writes. What was deleted before cannot be read in the stored data afterwards. If
   * something kept that from being done, it resolves to why, as part of a sentence, else to null.
   */
  optimise(): Promise<string | null>
  /**
   * Removes a space with all its vectors, those of texts that are gone included. The space on disk that they took is given
   * back at once if no other process is reading; otherwise with a later `dropSpace` or `optimise`, without an error.
   * @throws StoreError `STORE_UNKNOWN_SPACE`
   */
  dropSpace(space: Space): Promise<void>
  /**
   * Removes the vectors, in every space, of texts that no chunk has had for at least `unusedFor` milliseconds, counted from
   * the first call that found them gone; with 0 all that no chunk has. Never one whose text is there. Resolves to how many.
   */
  removeUnusedVectors(options: { readonly unusedFor: number }): Promise<number>
}

/** The right to be the only one that indexes. */
export interface StoreLock {
  /** Lets the next caller have it; a second time it does nothing. */
  release(): Promise<void>
}

/** How long to wait for the lock. */
export interface LockOptions {
  /** In milliseconds; default 0: reject at once if it is held. */
  readonly wait?: number | undefined
}

/** A part of a store that can be damaged by itself; `storage` is what holds all others. */
export type StorePart = 'storage' | 'keyword-index' | 'documents' | 'vectors' | 'spaces'

/** Something that is not as it was written. */
export interface StoreDamage {
  readonly part: StorePart
  /** How many things of this part are damaged, from 1. */
  readonly count: number
  /** What is wrong, as part of a sentence. */
  readonly reason: string
  /** Whether repairing it loses nothing: the rest of the store, or the sources of the documents, have what it takes. */
  readonly isRestorable: boolean
  /** The documents it is about; none if that cannot be said, or if it is about all. */
  readonly documents: readonly DocumentAddress[]
}

/** What to look at, and what to do about damage. */
export interface VerifyOptions {
  /**
   * Whether to look only at what holds everything together: that all can be reached, and the few entries on which others
   * depend. It takes a fraction of the time, and finds no byte that has changed within a text or a vector. Default false.
   */
  readonly isQuick?: boolean | undefined
  /**
   * Whether to take out what is damaged: vectors, which are then pending again, and documents, which the next sync
   * brings in again; and whether to make the keyword index anew. Nothing is taken out if what holds everything together
   * is damaged: then the driver's own repair of the whole has to make it anew. Default false: only look.
   */
  readonly repair?: boolean | undefined
}

/** How to write a backup. */
export interface BackupOptions {
  /** Whether it takes the place of what is there, once it is whole; default false. */
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
