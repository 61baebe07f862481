import { Worker } from 'node:worker_threads'
import { partsOf } from './fuzz.js'

/**
 * @typedef {import('./fuzz.js').FuzzRequest & { workers: number }} WorkersRequest
 * @typedef {Iterator<import('./fuzz.js').Part>} Parts
 */

/**
 * Lets one worker take parts until there are none left.
 * @param {Parts} parts
 * @param {Pick<WorkersRequest, 'seed' | 'onFailure' | 'onProgress'>} request
 * @returns {Promise<void>}
 */
function workThrough(parts, { seed, onFailure, onProgress }) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.js', import.meta.url))
    const next = () => {
      const { value, done } = parts.next()
      if (done) void worker.terminate().then(() => resolve(), reject)
      else worker.postMessage({ seed, ...value }, [])
    }
    worker.on('error', reject)
    worker.on('message', ({ failure, done }) => {
      if (failure) onFailure?.(failure)
      if (done === undefined) return
      onProgress?.(done)
      next()
    })
    next()
  })
}

/**
 * Makes searches in several threads at once.
 * @param {WorkersRequest} request
 * @returns {Promise<number>} how many failed
 */
export async function fuzzInWorkers({ seed, from, queries, workers, onFailure, onProgress }) {
  const parts = partsOf({ from, queries })
  let failures = 0
  let done = 0
  const each = {
    seed,
    /** @param {import('./fuzz.js').Failure} failure */
    onFailure: (failure) => {
      failures += 1
      onFailure?.(failure)
    },
    /** @param {number} more */
    onProgress: (more) => onProgress?.((done += more)),
  }
  await Promise.all(Array.from({ length: workers }, () => workThrough(parts, each)))
  return failures
}
