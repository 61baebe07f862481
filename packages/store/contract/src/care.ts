import type { DocumentAddress } from './document.js'

/** The right to be the one that indexes. */
export interface StoreLock {
  /** Lets the next one have it; a second time it does nothing. */
  release(): Promise<void>
}

/** How long to wait for the lock. */
export interface LockOptions {
  /** In milliseconds; default 0: reject at once where another holds it. */
  readonly wait?: number | undefined
}

/** A part of a store that can be damaged by itself. */
export type StorePart = 'file' | 'keyword-index' | 'documents' | 'vectors' | 'spaces'

/** Something that is not as it was written. */
export interface StoreDamage {
  readonly part: StorePart
  /** How many things of this part are damaged, from 1. */
  readonly count: number
  /** What is wrong, as part of a sentence. */
  readonly reason: string
  /** Whether mending it loses nothing: the rest of the store, or the files that documents are of, have what it takes. */
  readonly isRestorable: boolean
  /** The documents it is about; none where that cannot be said, or where it is about all. */
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
   * brings in again; and whether to make the keyword index anew. Nothing is taken out where what holds everything
   * together is damaged: then the driver's own repair of the whole has to make it anew. Default false: only look.
   */
  readonly repair?: boolean | undefined
}

/** How to write a backup. */
export interface BackupOptions {
  /** Whether it takes the place of the file that is there, once it is whole; default false. */
  readonly replace?: boolean | undefined
}

/** Who may index, copies, and whether everything is as it was written. */
export interface CareStore {
  /**
   * Takes the one lock of this store: one holder in all processes, this one included. It dies with its holder, however
   * that ends. It does not hinder writes: those who index take it first.
   * @throws StoreError `STORE_LOCKED`, which names the process that holds it
   */
  lock(options?: LockOptions): Promise<StoreLock>
  /**
   * Copies the whole store, as it is at one moment, into one file that needs no other and that only its owner may read.
   * Others may write meanwhile. Nothing is left behind where it fails, and what was there stays.
   * @throws StoreError `STORE_FILE_EXISTS` where there is something at `file`; with `replace`, where that is no file, or
   * one of the store's own, by whatever links it was named
   */
  backup(file: string, options?: BackupOptions): Promise<{ readonly bytes: number }>
  /**
   * Compares everything with what was noted of it when it was written. Damage that can be described never rejects.
   * With `repair`, it answers with what was found, not with what is left.
   */
  verify(options?: VerifyOptions): Promise<readonly StoreDamage[]>
}
