import { printable } from '@recallite/command-line'
import type { Row } from '../evaluate-suite.js'

const missing = '–'
const decimals = 3

/** Cells in columns: the first to the left, the others to the right, two spaces between. */
function alignColumns(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  return lines.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

function heading({ suite, queries, apart }: Row): string {
  const { unanswerable, blank } = apart
  const others = [
    ...(unanswerable > 0 ? [`${unanswerable} that no document answers`] : []),
    ...(blank > 0 ? [`${blank} blank`] : []),
  ]
  return `${printable(suite)}: ${queries} queries${others.length > 0 ? `; apart: ${others.join(', ')}` : ''}`
}

function cellsOf({ strategy, measures }: Row): string[] {
  return [strategy, ...Object.values(measures).map((mean) => mean?.toFixed(decimals) ?? missing)]
}

/** The figures of one suite, for people: a strategy on each line. */
export function renderTable(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return ''
  const lines = alignColumns([['strategy', ...Object.keys(first.measures)], ...rows.map(cellsOf)])
  return `${heading(first)}\n\n${lines.join('\n')}\n`
}
