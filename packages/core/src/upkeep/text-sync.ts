import type { Store } from '@recallite/store'
import type { Source } from '../sources/source.js'
import { syncRoots, type TextReport } from '../sync/index-roots.js'
import type { Chunking } from '../sync/recipe.js'
import type { SyncProgress } from '../sync/sync-root.js'

/** What texts to bring into a store; plain data, so that it can be sent to where the store is. */
export interface TextSync {
  /** All roots if none is named. */
  readonly folders: readonly string[]
  readonly sources: readonly Source[]
  readonly chunking: Chunking
  /** Whether files that have hardly grown may wait: see `isWorthReading`. */
  readonly skipsSmallGrowth: boolean
}

/** Who hears how far a sync is, and ends it. */
export interface SyncListener {
  readonly now: () => number
  readonly onProgress: ((progress: SyncProgress) => void) | undefined
  readonly signal: AbortSignal | undefined
}

/** Built beside this module's bundle; see tsup.config.ts. */
const syncTask = { module: new URL('./sync-task.js', import.meta.url).href, name: 'syncTexts' }

/**
 * Brings texts into a store: in the thread that the store lives in, where it has one of its own, so that reading, cutting
 * and writing thousands of files does not block anybody.
 */
export function syncTexts(store: Store, sync: TextSync, listener: SyncListener): Promise<TextReport> {
  const { now, onProgress, signal } = listener
  if (!store.near) return syncRoots(store, sync.folders, { ...sync, now, onProgress, signal })
  return store.near<TextReport>(syncTask, sync, {
    onNews: (news) => onProgress?.(news as SyncProgress),
    signal,
  })
}
