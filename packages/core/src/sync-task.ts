/* Runs in the thread of the store, which loads this file as a separate module. */
import type { Store, ThreadContext } from '@recallite/store'
import { updateDocuments, type UpdateRequest } from './indexer/indexer.js'

/** In milliseconds: each progress report is a message to another thread. */
const progressInterval = 100

/** Updates documents in this thread. Rejects as `updateDocuments` does. */
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
