import type { Store } from '@recallite/store'
import type { SyncProgress } from './apply.js'
import type { Indexer, TextReport } from './indexer.js'

/** Built beside this module's bundle; see tsup.config.ts. */
const updateTask = { module: new URL('./sync-task.js', import.meta.url).href, name: 'runUpdate' }

/**
 * Runs updates in the thread of the store, where it has one, so that reading, cutting and writing thousands of files does not
 * block this thread. Embedding stays here, where the models are.
 */
export function inStoreThread(indexer: Indexer, { thread }: Pick<Store, 'thread'>): Indexer {
  if (!thread) return indexer
  return {
    ...indexer,
    update: (request, { onProgress, signal }) =>
      thread.run<TextReport>(updateTask, request, {
        onNews: (progress) => onProgress?.(progress as SyncProgress),
        signal,
      }),
  }
}
