/**
 * A table whose columns are aligned.
 * @param {readonly (readonly string[])[]} rows the header first
 * @returns {string[]} lines of Markdown
 */
export function renderTable(rows) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)))
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join(' | ')} |`
  const [header = [], ...others] = rows
  return [line(header), `|${widths?.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...others.map(line)]
}
