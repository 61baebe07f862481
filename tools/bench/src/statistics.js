/**
 * @typedef {object} Row one run of both sides, in milliseconds or megabytes
 * @property {number} subject
 * @property {number} baseline
 * @property {number} [secondBaseline]
 */

/**
 * @typedef {object} Summary
 * @property {number} subject median
 * @property {number} baseline median
 * @property {number} [secondBaseline] median, where there is one
 * @property {number} ratio of the medians of subject and baseline
 * @property {number} limit the most that the subject may take
 * @property {number} slack limit − subject; negative when the bound is broken
 * @property {boolean} isWithin
 */

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
 * Medians, their ratio, and how they stand to a bound.
 * @param {readonly Row[]} rows
 * @param {import('./benchmark-table.js').Bound} bound
 * @returns {Summary}
 */
export function summarise(rows, bound) {
  const subject = median(rows.map((row) => row.subject))
  const baseline = median(rows.map((row) => row.baseline))
  const limit = bound.factor * baseline + bound.extra
  const others = rows.flatMap((row) => row.secondBaseline ?? [])
  return {
    subject,
    baseline,
    ...(others.length > 0 && { secondBaseline: median(others) }),
    ratio: subject / baseline,
    limit,
    slack: limit - subject,
    isWithin: subject <= limit,
  }
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
