import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { assertWritableFile, writeWhole } from '@recallite/command-line'
import { EvaluationError } from '../errors.js'
import type { Row } from '../summary/row.js'

/** The rows of a run, with the file of the run where there are several. */
export interface CsvRows {
  readonly run?: string | undefined
  readonly rows: readonly Row[]
}

const firstColumns = ['run', 'suite', 'strategy', 'kind', 'queries', 'unanswerable', 'blank', 'foreign']
const timeColumns = ['milliseconds p50', 'milliseconds p95', 'tokens shown']

/**
 * Says at once if a file cannot be written, or is something else than such a table.
 * @throws EvaluationError `REPORT_FILE_TAKEN`; the error of the disk
 */
export function assertCsvFile(file: string | undefined): void {
  if (file === undefined) return
  const path = resolve(file)
  if (existsSync(path) && !readFileSync(path, 'utf8').startsWith(firstColumns.join())) {
    const message = `${file} exists and is not a table of this program. Name another file with --csv, or move that one away.`
    throw new EvaluationError('REPORT_FILE_TAKEN', message)
  }
  mkdirSync(dirname(path), { recursive: true })
  assertWritableFile(path)
}

/** Writes a line for each row: its figures, and the ends of the 95 % interval of each mean; nothing where a figure is not known. */
export function writeCsv(file: string, runs: readonly CsvRows[]): void {
  assertCsvFile(file)
  const names = [
    ...new Set(runs.flatMap(({ rows }) => rows.flatMap(({ measures }) => Object.keys(measures)))),
  ]
  const head = [
    ...firstColumns,
    ...names.flatMap((name) => [name, `${name} low`, `${name} high`]),
    ...timeColumns,
  ]
  const lines = runs.flatMap(({ run = '', rows }) => rows.map((row) => [run, ...cellsOf(row, names)]))
  writeWhole(
    resolve(file),
    [head, ...lines].map((cells) => `${cells.map(quoted).join()}\r\n`),
  )
}

type Cell = string | number | null | undefined

function cellsOf(
  { suite, strategy, kind, queries, apart, ...figures }: Row,
  names: readonly string[],
): Cell[] {
  const { measures, ci, latency, tokens } = figures
  const counts = [suite, strategy, kind, queries, apart.unanswerable, apart.blank, apart.foreign]
  const means = names.flatMap((name) => [measures[name], ci[name]?.[0], ci[name]?.[1]])
  return [...counts, ...means, latency?.total.p50, latency?.total.p95, tokens?.shown]
}

/** RFC 4180. */
function quoted(cell: Cell): string {
  const text = String(cell ?? '')
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
