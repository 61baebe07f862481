import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CaseLog } from './case-log.js'

/**
 * @typedef {object} Bench what the cases of one worker run on
 * @property {(number: number) => string} nameOf
 * @property {(number: number, log: CaseLog) => Promise<void>} runCase
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} Suite
 * @property {string} name as it is asked for
 * @property {number} small how many cases run without `--full`
 * @property {number} [spread] how far these few are apart, so that they are of many kinds; 1 unless given
 * @property {number} full
 * @property {(options: { folder: string, seed: number }) => Promise<Bench>} prepare
 */

/**
 * @typedef {object} SuiteRequest
 * @property {Suite} suite
 * @property {number} seed
 * @property {number} from number of the first case
 * @property {number} step from one case's number to the next
 * @property {number} count how many faults are to happen; a case whose fault did not happen is made up for
 * @property {number} workers
 * @property {boolean} keepsFolder whether the folders of the last cases stay, to be looked at
 * @property {(log: CaseLog) => void} onCase
 * @property {AbortSignal} [signal] ends the run after the cases that are under way
 */

/**
 * Runs so many cases, each worker in a folder of its own.
 * @param {SuiteRequest} request
 * @returns {Promise<CaseLog[]>}
 */
export async function runSuite(request) {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-faults-'))
  const queue = { taken: 0, end: request.count, last: 2 * request.count }
  request.signal?.addEventListener('abort', () => void (queue.end = 0))
  const workers = Math.max(1, Math.min(request.workers, request.count))
  try {
    const logs = await Promise.all(
      Array.from({ length: workers }, (_, number) => work(request, queue, join(folder, `${number}`))),
    )
    return logs.flat()
  } finally {
    if (request.keepsFolder) process.stderr.write(`Kept: ${folder}\n`)
    else rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {SuiteRequest} request
 * @param {{ taken: number, end: number, last: number }} queue
 * @param {string} folder
 */
async function work({ suite, seed, from, step, onCase, signal }, queue, folder) {
  const bench = await suite.prepare({ folder, seed })
  const logs = []
  try {
    while (queue.taken < queue.end) {
      const number = from + queue.taken * step
      queue.taken += 1
      const log = new CaseLog(
        `${number} ${bench.nameOf(number)}`,
        `node tools/faults/faults.js ${suite.name} --seed ${seed} --from ${number} --count 1 --verbose`,
      )
      await bench.runCase(number, log)
      if (!log.isInjected && log.skipped === null && queue.end < queue.last && !signal?.aborted)
        queue.end += 1
      onCase(log)
      // The output of cases that passed would fill the memory of a long run.
      if (!log.hasFailed) log.runs.length = 0
      logs.push(log)
    }
  } finally {
    await bench.close()
  }
  return logs
}
