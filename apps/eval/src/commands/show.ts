import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { printable, renderJson, UsageError, writeWhole, type Request } from '@recallite/command-line'
import { EvaluationError } from '../errors.js'
import type { Flags } from '../flags.js'
import { chosenMeasures } from '../measures/measure-table.js'
import { reportData } from '../page/report-data.js'
import { renderPage, reportMarker } from '../page/report-page.js'
import { printTables } from '../render/run-tables.js'
import { readRun } from '../run/run-file.js'
import type { Run, RunHeader } from '../run/run.js'
import { figuresOf, jsonOf } from './run-figures.js'

/** `recallite-eval show <run…>` */
export async function runShow({ words, flags, io }: Request<Flags>): Promise<void> {
  const runs = readRuns(words, flags)
  if (flags.json) {
    return io.write(renderJson(runs.map((figures) => ({ run: figures.file, ...jsonOf(figures) }))))
  }
  for (const [index, figures] of runs.entries()) {
    if (index > 0) io.write('\n')
    printTables(figures, { ...flags, label: runs.length > 1 ? figures.file : undefined }, io)
  }
}

/** `recallite-eval report <run…>` */
export async function runReport({ words, flags, io }: Request<Flags>): Promise<void> {
  const { out = 'recallite-report.html' } = flags
  const report = renderPage(reportData(readRuns(words, flags)))
  if (existsSync(out) && readFileSync(out).toString('latin1', 0, reportMarker.length) !== reportMarker) {
    const message = `${out} exists and is not a report. Name another file with --out, or move it away.`
    throw new EvaluationError('REPORT_FILE_TAKEN', message)
  }
  mkdirSync(dirname(out), { recursive: true })
  writeWhole(out, [report])
  io.talk(`The report is in ${printable(resolve(out))}\n`)
}

/** Throws a UsageError for measures that are deeper than the rankings of the run. */
export function checkDepth({ depth }: RunHeader, depths: readonly number[], file: string): void {
  const deepest = Math.max(...depths)
  if (deepest <= depth) return
  throw new UsageError(
    `${file} ranks ${depth} documents per query, not ${deepest}. Make a deeper run: recallite-eval run … --k ${deepest}.`,
  )
}

function readRuns(files: readonly string[], flags: Flags) {
  return [...new Set(files)].map((file) => {
    const run = readRun(file)
    checkDepth(run, chosenMeasures(flags).depths, file)
    return { file, ...figuresOf(withoutKinds(run, flags.leaveOut ?? []), flags) }
  })
}

function withoutKinds(run: Run, leaveOut: readonly string[]): Run {
  const kinds = [...new Set(run.suites.flatMap(({ queries }) => queries.map(({ kind }) => kind)))]
  const unknown = leaveOut.find((kind) => !kinds.includes(kind))
  if (unknown !== undefined) {
    const names = kinds.filter((kind) => kind !== '').join(', ')
    throw new UsageError(
      `--leave-out: no query has the kind ${JSON.stringify(unknown)}. Kinds are: ${names}.`,
    )
  }
  const suites = run.suites.map((suite) => {
    return { ...suite, queries: suite.queries.filter(({ kind }) => !leaveOut.includes(kind)) }
  })
  return { ...run, suites }
}
