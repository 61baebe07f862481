import { summarise } from './statistics.js'

/**
 * @typedef {Omit<import('./benchmark-table.js').Benchmark, 'prepare'>
 *   & import('./statistics.js').Summary
 *   & { rows: import('./statistics.js').Row[] }} Result what came of a benchmark
 */

/**
 * Runs both sides in turn, baseline before subject, so that whatever else the machine does meets both alike. The
 * first run of each warms the disk's cache and is not counted.
 * @param {import('./benchmark-table.js').Benchmark} benchmark
 * @param {import('./workspace.js').Workspace} space
 * @param {number} runs
 * @returns {Promise<Result>}
 */
export async function measure({ prepare, ...benchmark }, space, runs) {
  const { baseline, subject } = await prepare(space)
  const rows = []
  for (let run = 0; run <= runs; run += 1) {
    const row = { baseline: await baseline(), subject: await subject() }
    if (run > 0) rows.push(row)
  }
  return { ...benchmark, ...summarise(rows, benchmark.bound), rows }
}
