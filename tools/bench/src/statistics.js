/**
 * The middle of the values, or the mean of the two in the middle.
 * @param {readonly number[]} values
 * @returns {number} NaN of no values
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const upper = sorted[Math.floor(half)] ?? Number.NaN
  return Number.isInteger(half) ? ((sorted[half - 1] ?? Number.NaN) + upper) / 2 : upper
}

/**
 * The least value that this share of all values does not exceed.
 * @param {readonly number[]} values
 * @param {number} share from 0 to 1
 * @returns {number} NaN of no values
 */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/**
 * @typedef {object} Summary of a figure
 * @property {Record<string, number>} medians by the ids of the sides
 * @property {number} ratio of the first side's median to that of the side that the bound names; NaN without a bound
 * @property {number} limit the most that the first side may take; infinite without a bound
 * @property {boolean} isWithin
 */

/**
 * @param {Pick<import('./benchmark-table.js').MeasuredFigure, 'bound' | 'rows'>} figure
 * @param {readonly string[]} sides the subject first
 * @returns {Summary}
 */
export function summarise({ bound, rows }, sides) {
  const medians = Object.fromEntries(
    sides.flatMap((side) => {
      const values = rows.flatMap((row) => row[side] ?? [])
      return values.length > 0 ? [[side, median(values)]] : []
    }),
  )
  const subject = medians[sides[0] ?? ''] ?? Number.NaN
  const { of = 'baseline', factor = 0, extra = Infinity } = bound ?? {}
  const other = medians[of]
  // A peer that a bound names is not always measured.
  const limit = factor === 0 ? extra : factor * (other ?? Infinity) + extra
  return { medians, ratio: subject / (other ?? Number.NaN), limit, isWithin: subject <= limit }
}

/**
 * Times of the same work on each item, one after the other.
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item, index: number) => unknown} work
 * @returns {Promise<number[]>} milliseconds
 */
export async function timeEach(items, work) {
  const times = []
  for (const [index, item] of items.entries()) {
    const started = performance.now()
    await work(item, index)
    times.push(performance.now() - started)
  }
  return times
}
