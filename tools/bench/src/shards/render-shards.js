import { renderTable } from '../render-table.js'

/** @param {number} time */
const ms = (time) => `${time.toFixed(1)} ms`

/** @typedef {import('./measure-shards.js').ShardTimes & { chunks: number, machine: string, date: string }} ShardRow */

/**
 * Rows of `pnpm bench:shards` as a table.
 * @param {readonly ShardRow[]} rows
 * @returns {string} Markdown
 */
export function renderShards(rows) {
  const header = [
    'shards',
    'chunks',
    'in the largest',
    'p50',
    'p95',
    'work of all',
    'same by vector',
    'measured on',
  ]
  const cells = rows.map(({ shards, chunks, largest, p50, p95, work, sameByVector, machine, date }) => {
    const counts = [shards, chunks, largest].map((count) => count.toLocaleString('en-US'))
    return [
      ...counts,
      ms(p50),
      ms(p95),
      ms(work),
      `${(100 * sameByVector).toFixed(1)} %`,
      `${machine}, ${date}`,
    ]
  })
  return renderTable([header, ...cells]).join('\n')
}
