/*
 * The program of the thread that watches files: thousands of changes at once keep it busy for seconds, and nobody else. It
 * is given the roots, and ends when it is terminated.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Root } from '@recallite/store'
import { reasonOf } from '../reason-of.js'
import { throttled, watchFiles } from './watch-files.js'
import type { WatchMessage } from './watch-in-thread.js'

/** How often the same thing is told, in milliseconds. */
const tellInterval = 50

// Where nothing can be watched, nothing else would keep the thread.
parentPort?.ref()
const tell = (message: WatchMessage) => parentPort?.postMessage(message, [])
const tellType = throttled((type: 'changed' | 'moved') => tell({ type }), tellInterval)
let hasFailed = false

await watchFiles(workerData as readonly Root[], {
  onChange: () => tellType('changed'),
  onMove: () => tellType('moved'),
  onFailure(error) {
    if (!hasFailed) tell({ type: 'failed', reason: reasonOf(error) })
    hasFailed = true
  },
})
tell({ type: 'ready' })
