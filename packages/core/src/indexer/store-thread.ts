import type { Store } from '@recallite/store'
import type { SyncProgress } from './apply.js'
import { updateDocuments, type TextReport, type UpdateListener, type UpdateRequest } from './indexer.js'

/** Built beside this module's bundle; see tsup.config.ts. */
const updateTask = { module: new URL('./sync-task.js', import.meta.url).href, name: 'runUpdate' }

/**
 * Runs `updateDocuments` in the thread of the store, where it has one, so that reading, cutting and writing thousands of files
 * does not block this thread.
 */
export function updateInStoreThread(store: Store, request: UpdateRequest, listener: UpdateListener) {
  if (!store.thread) return updateDocuments(store, request, listener)
  return store.thread.run<TextReport>(updateTask, request, {
    onNews: (progress) => listener.onProgress?.(progress as SyncProgress),
    signal: listener.signal,
  })
}
