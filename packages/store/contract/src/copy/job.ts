import type { Contents } from '../contents.js'
import type { DocumentAddress } from '../document.js'
import type { LockOptions } from '../maintenance.js'
import type { Store } from '../store.js'
import type { Space } from '../vector-space.js'

/** How far a copy is. */
export interface CopyProgress {
  readonly part: 'documents' | 'vectors'
  /** How many were compared and, where needed, copied. */
  readonly done: number
  /** How many the source had at the beginning. */
  readonly total: number
}

/** How to copy a store. */
export interface CopyOptions {
  /** Ends the copy between two writes: it rejects with the signal's reason, and the next copy goes on. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
  /** How long to wait for the lock of the target, in milliseconds; default 0. */
  readonly wait?: LockOptions['wait']
}

/** What was copied of a space. */
export interface CopiedSpace extends Space {
  readonly copied: number
  /** Vectors that the target had already. */
  readonly unchanged: number
}

/** What a copy did. */
export interface CopyReport {
  /** The names of the copied roots. */
  readonly roots: readonly string[]
  /** The names of roots that an earlier copy made in the target and that the source no longer has. */
  readonly removedRoots: readonly string[]
  /** How many documents were written, how many the target had already, and how many are gone from the source. */
  readonly copied: number
  readonly unchanged: number
  readonly removed: number
  /** Documents that are damaged in the source and were not copied. */
  readonly damaged: readonly DocumentAddress[]
  readonly spaces: readonly CopiedSpace[]
  /** The number of copied notes. */
  readonly notes: number
}

/** What a copy works with. */
export interface CopyJob {
  readonly from: Store
  readonly contents: Contents
  readonly to: Store
  readonly options: CopyOptions
}
