import { performance } from 'node:perf_hooks'
import { StoreError, type Store } from '@recallite/store'
import { reasonOf } from '../reason-of.js'
import { syncBeforeSearch } from './sync-before-search.js'
import type { SyncOptions } from './sync-root.js'

/** What looking at the files before a search did. */
export interface FirstSync {
  /** What was not checked or read in time, as `root:path`, or `root:.` for all of a root. */
  readonly stalePaths: readonly string[]
  /** Why changed files could not be brought in; null if they could. */
  readonly syncFailure: string | null
  /** In milliseconds. */
  readonly time: number
}

/** Brings changed text in, unless there are no options to do so; a store that refuses does not keep a search from answering. */
export async function syncFirst(store: Store, options: SyncOptions | undefined): Promise<FirstSync> {
  const start = performance.now()
  if (options === undefined) return { stalePaths: [], syncFailure: null, time: 0 }
  try {
    const stalePaths = await syncBeforeSearch(store, options)
    return { stalePaths, syncFailure: null, time: performance.now() - start }
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error
    return { stalePaths: [], syncFailure: reasonOf(error), time: performance.now() - start }
  }
}
