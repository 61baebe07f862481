import { renderTable } from './render-table.js'

/** @typedef {import('./measure-postgres.js').PostgresTimes & { server: string, machine: string, date: string }} PostgresRow */

/**
 * Rows of `pnpm bench:postgres` as a table.
 * @param {readonly PostgresRow[]} rows
 * @returns {string} Markdown
 */
export function renderPostgres(rows) {
  const header = [
    'server',
    'chunks',
    'written in',
    'hybrid p50, p95',
    'words p50, p95',
    'filter of 1 % p50, p95',
    'fewest of 100',
    'recall@10',
    'measured on',
  ]
  const cells = rows.map((row) => [
    row.server,
    row.chunks.toLocaleString('en-US'),
    row.written === null ? '–' : `${row.written.toFixed(0)} s`,
    renderTimes(row.hybrid),
    renderTimes(row.words),
    renderTimes(row.filtered),
    `${row.fewestFiltered}`,
    row.recall.toFixed(4),
    `${row.machine}, ${row.date}`,
  ])
  return renderTable([header, ...cells]).join('\n')
}

/** @param {import('./measure-postgres.js').Times} times */
function renderTimes({ p50, p95 }) {
  return `${p50.toFixed(1)}, ${p95.toFixed(1)} ms`
}
