import { median, summarise } from './statistics.js'

/**
 * @typedef {Omit<import('./benchmark-table.js').Benchmark, 'prepare'>
 *   & import('./statistics.js').Summary
 *   & { rows: import('./statistics.js').Row[], phases?: Record<string, number> | undefined }} Result what came of a
 *   benchmark; `phases`: the median of the milliseconds that each phase of the subject took
 */

/**
 * Runs both sides in turn, baselines before subject, so that whatever else the machine does meets both alike. The
 * first run of each warms the disk's cache and is not counted.
 * @param {import('./benchmark-table.js').Benchmark} benchmark
 * @param {import('./workspace.js').Workspace} space
 * @param {number} runs
 * @returns {Promise<Result>}
 */
export async function measure({ prepare, ...benchmark }, space, runs) {
  const { baseline, secondBaseline, subject, phases } = await prepare(space)
  const rows = []
  for (let run = 0; run <= runs; run += 1) {
    const limits = {
      baseline: await baseline(),
      ...(secondBaseline && { secondBaseline: await secondBaseline() }),
    }
    const row = { ...limits, subject: await subject() }
    if (run > 0) rows.push(row)
  }
  const result = { ...benchmark, ...summarise(rows, benchmark.bound), rows }
  return phases === undefined ? result : { ...result, phases: await mediansOf(phases, runs) }
}

/**
 * Runs of their own, as taking them apart takes time.
 * @param {() => Promise<Map<string, number>>} phases
 * @param {number} runs
 */
async function mediansOf(phases, runs) {
  /** @type {Map<string, number>[]} */
  const all = []
  for (let run = 0; run < runs; run += 1) all.push(await phases())
  const names = [...(all[0]?.keys() ?? [])]
  return Object.fromEntries(names.map((name) => [name, median(all.map((each) => each.get(name) ?? 0))]))
}
