/*
 * The program of the thread that watches files, as thousands of changes at once keep it busy for seconds. It receives the
 * roots, and runs until it is terminated.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Root } from '@recallite/store'
import { reasonOf } from '../errors.js'
import { throttled, watchFiles } from './watch-files.js'
import type { WatchMessage } from './follow-roots.js'

/** How often the same message is sent, in milliseconds. */
const sendInterval = 50

// Keeps the thread alive even where nothing can be watched.
parentPort?.ref()
const sendMessage = (message: WatchMessage) => parentPort?.postMessage(message, [])
const sendThrottled = throttled((type: 'changed' | 'moved') => sendMessage({ type }), sendInterval)
let hasFailed = false

await watchFiles(workerData as readonly Root[], {
  onChange: () => sendThrottled('changed'),
  onMove: () => sendThrottled('moved'),
  onFailure(error) {
    if (!hasFailed) sendMessage({ type: 'failed', reason: reasonOf(error) })
    hasFailed = true
  },
})
sendMessage({ type: 'ready' })
