import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { exitCodes, printable, renderJson, writeWhole, type Request } from '@recallite/command-line'
import { EvaluationError } from '../errors.js'
import type { Flags } from '../flags.js'
import { printTables } from '../render/run-tables.js'
import { reportData } from '../report/report-data.js'
import { renderPage, reportMarker } from '../report/report-page.js'
import { jsonOf, readKeptRuns } from './kept-runs.js'

/** `recallite-eval show <run…>` */
export async function runShow({ words, flags, io }: Request<Flags>): Promise<number> {
  const runs = readKeptRuns(words, flags)
  if (flags.json) {
    io.write(renderJson(runs.map((figures) => ({ run: figures.file, ...jsonOf(figures) }))))
    return exitCodes.done
  }
  for (const [index, figures] of runs.entries()) {
    if (index > 0) io.write('\n')
    printTables(figures, { ...flags, label: runs.length > 1 ? figures.file : undefined }, io)
  }
  return exitCodes.done
}

/** `recallite-eval report <run…>` */
export async function runReport({ words, flags, io }: Request<Flags>): Promise<number> {
  const { out = 'recallite-report.html' } = flags
  writeReport(out, renderPage(reportData(readKeptRuns(words, flags))))
  io.talk(`The report is in ${printable(resolve(out))}\n`)
  return exitCodes.done
}

/** Writes a whole report over an earlier one; throws an EvaluationError if the file is something else. */
function writeReport(file: string, report: string): void {
  if (existsSync(file) && readFileSync(file).toString('latin1', 0, reportMarker.length) !== reportMarker) {
    const message = `${file} exists and is not a report. Name another file with --out, or move that one away.`
    throw new EvaluationError('REPORT_FILE_TAKEN', message)
  }
  mkdirSync(dirname(file), { recursive: true })
  writeWhole(file, [report])
}
