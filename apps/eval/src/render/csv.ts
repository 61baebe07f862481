import type { Row } from '../summary/row.js'

const firstColumns = ['run', 'suite', 'strategy', 'kind', 'queries', 'unanswerable', 'blank', 'foreign']
const timeColumns = ['milliseconds p50', 'milliseconds p95', 'tokens shown']

/**
 * The rows of runs as comma-separated values (RFC 4180): a line for each row with its figures and the ends of the 95 %
 * interval of each mean; nothing where a figure is not known.
 */
export function renderCsv(
  runs: readonly { readonly file?: string; readonly rows: readonly Row[] }[],
): string {
  const rows = runs.flatMap((run) => run.rows)
  const names = [...new Set(rows.flatMap(({ measures }) => Object.keys(measures)))]
  const means = names.flatMap((name) => [name, `${name} low`, `${name} high`])
  const head = [...firstColumns, ...means, ...timeColumns]
  const lines = runs.flatMap(({ file, rows: own }) => own.map((row) => [file, ...cellsOf(row, names)]))
  return [head, ...lines].map((cells) => `${cells.map(quoted).join()}\r\n`).join('')
}

type Cell = string | number | null | undefined

function cellsOf({ suite, strategy, kind, queries, ...row }: Row, names: readonly string[]): Cell[] {
  const { unanswerable, blank, foreign } = row.apart
  const means = names.flatMap((name) => [row.measures[name], row.ci[name]?.[0], row.ci[name]?.[1]])
  const costs = [row.latency?.total.p50, row.latency?.total.p95, row.tokens?.shown]
  return [suite, strategy, kind, queries, unanswerable, blank, foreign, ...means, ...costs]
}

function quoted(cell: Cell): string {
  const text = String(cell ?? '')
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
