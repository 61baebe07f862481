import { summarise, type Summary } from './statistics.ts'
import type { Result, MeasuredFigure, Figure } from './benchmark.ts'

/** Markdown tables of medians, one row per figure. Results with the same sides, machine and day share a table. */
export function renderResults(results: readonly Result[]): string {
  const groups = Map.groupBy(results, ({ sides, machine, date, figures }) =>
    JSON.stringify([sides, machine, date, figures[0]?.rows.length]),
  )
  return [...groups.values()].map(renderGroup).join('\n\n')
}

function renderGroup(results: readonly Result[]) {
  const [first] = results
  if (!first) return ''
  const ids = Object.keys(first.sides)
  const versions = Object.entries(first.sides).flatMap(([id, version]) =>
    version ? [`${id}: ${version}`] : [],
  )
  const runs = first.figures[0]?.rows.length ?? 0
  const isBound = results.some(({ figures }) => figures.some(({ bound }) => bound))
  const measured = results.flatMap(({ size, figures }) =>
    figures
      .filter(({ rows }) => rows.some((row) => Object.keys(row).length > 0))
      .map((figure) => ({ size, figure })),
  )
  const rows = measured.map(({ size, figure }) => {
    const summary = summarise(figure, ids)
    const values = ids.map((id) => format(summary.medians[id] ?? Number.NaN, figure.unit))
    return [figure.name, size, ...values, ...(isBound ? boundCells(figure, summary) : [])]
  })
  return [
    ...(versions.length > 0 ? [`${versions.join('; ')}.`] : []),
    `${first.machine}, ${first.date}; ${runs === 1 ? 'one run' : `medians of ${runs} runs in turn`}.`,
    '',
    ...renderTable([['figure', 'size', ...ids, ...(isBound ? ['ratio', 'at most', ''] : [])], ...rows]),
  ].join('\n')
}

function boundCells({ bound, unit }: MeasuredFigure, { ratio, limit, isWithin }: Summary) {
  if (!bound || !Number.isFinite(limit)) return ['', '', '']
  const { of = 'baseline', factor } = bound
  const limitText = `${factor > 0 ? `${factor} × ${of} = ` : ''}${format(limit, unit)}`
  return [Number.isNaN(ratio) ? '' : ratio.toFixed(2), limitText, isWithin ? 'kept' : 'BROKEN']
}

/** A value with its unit. Times of a second or more are in seconds. */
function format(value: number, unit: Figure['unit']) {
  if (Number.isNaN(value)) return '–'
  if (unit === 'share') return value.toFixed(3)
  if (unit === 'count') return value.toLocaleString('en-US')
  if (unit === 'memory') return `${digits(value)} MB`
  return value < 1000 ? `${digits(value)} ms` : `${(value / 1000).toFixed(2)} s`
}

/** Two digits, because searches take a few milliseconds. */
function digits(value: number) {
  if (value < 1) return value.toFixed(2)
  return value.toFixed(value < 10 ? 1 : 0)
}

/** An aligned Markdown table. The first row is the header. */
function renderTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(1, ...rows.map((row) => [...(row[column] ?? '')].length)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join(' | ')} |`
  const [header = [], ...others] = rows
  return [line(header), `|${widths?.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...others.map(line)]
}
