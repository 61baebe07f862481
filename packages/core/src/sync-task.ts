/*
 * The part of the indexer that runs in the thread of the store, which loads this file as a module of its own.
 */
import type { Store, ThreadContext } from '@recallite/store'
import { updateDocuments, type UpdateRequest } from './indexer/indexer.js'

/** In milliseconds: each report of the progress crosses to another thread. */
const progressInterval = 100

/** Brings documents up to date in this thread. Rejects as `updateDocuments` does. */
export function runUpdate(store: Store, request: UpdateRequest, { tell, signal }: ThreadContext) {
  let last = 0
  const onProgress = (progress: unknown) => {
    const now = Date.now()
    if (now - last < progressInterval) return
    last = now
    tell(progress)
  }
  return updateDocuments(store, request, { now: Date.now, sharesThread: true, onProgress, signal })
}
