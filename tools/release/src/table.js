/**
 * @typedef {object} Row of a package that was rehearsed
 * @property {string} name
 * @property {{ megabytes: number, packages: number, seconds: number }} [installed] missing where npm failed
 * @property {number} [exampleSeconds] missing where the example failed
 */

const head = ['package', 'MB installed', 'packages', 's to install', 's of the example']

/**
 * The rows as a table in Markdown.
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function renderTable(rows) {
  const cells = rows.map(({ name, installed, exampleSeconds }) => [
    name,
    installed?.megabytes.toFixed(1) ?? 'failed',
    installed?.packages.toString() ?? '',
    installed?.seconds.toFixed(1) ?? '',
    exampleSeconds?.toFixed(1) ?? (installed === undefined ? '' : 'failed'),
  ])
  const widths = head.map((title, column) =>
    Math.max(...[head, ...cells].map((row) => row[column]?.length ?? 0)),
  )
  const line = (/** @type {string[]} */ row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...cells.map(line)].join('\n')
}
