import { performance } from 'node:perf_hooks'
import { StoreError, type Store } from '@recallite/store'
import { reasonOf } from '../reason-of.js'
import type { Source } from '../sources/source.js'
import type { Upkeep } from './upkeep.js'
import type { Chunking } from '../sync/recipe.js'
import { syncBeforeSearch } from '../sync/sync-before-search.js'

/** What looking at the files before a search did. */
export interface FirstSync {
  /** What was not checked or read in time, as `root:path`, or `root:.` for all of a root. */
  readonly stalePaths: readonly string[]
  /** Why changed files could not be brought in; null if they could. */
  readonly syncFailure: string | null
  /** In milliseconds. */
  readonly time: number
}

/** What to bring in, and how. */
export interface FirstSyncSubject {
  readonly store: Store
  readonly sources: readonly Source[]
  readonly chunking: Chunking
  readonly now: () => number
  readonly upkeep: Pick<Upkeep, 'syncTexts'>
}

/** Nothing was looked at. */
export const nothingSynced: FirstSync = { stalePaths: [], syncFailure: null, time: 0 }

/** How long to wait for another process that brings the same sources in, in milliseconds. */
const firstWait = 30_000

async function bringIn({ store, sources, chunking, now, upkeep }: FirstSyncSubject): Promise<string[]> {
  if (sources.length > 0) {
    const { lacksSources } = await import('../sources/lacks-sources.js')
    // Whoever asks for the first time wants an answer from all of it, however long that takes.
    if (await lacksSources(store, sources)) {
      await upkeep.syncTexts([], { wait: firstWait })
      return []
    }
  }
  return syncBeforeSearch(store, { sources, chunking, now })
}

/** Brings changed text in; a store that refuses does not keep a search from answering. */
export async function syncFirst(subject: FirstSyncSubject): Promise<FirstSync> {
  const start = performance.now()
  try {
    const stalePaths = await bringIn(subject)
    return { stalePaths, syncFailure: null, time: performance.now() - start }
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error
    return { stalePaths: [], syncFailure: reasonOf(error), time: performance.now() - start }
  }
}
