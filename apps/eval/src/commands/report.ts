import { basename, extname, resolve } from 'node:path'
import { exitCodes, printable, type Request } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { defaultDepths, shownMeasures } from '../measures/measure-table.js'
import { renderReport } from '../report/render-report.js'
import { readPageCode, writeReport } from '../report/write-report.js'
import { readKeptRuns } from './kept-runs.js'

/** `recallite-eval report <run…>` */
export async function runReport({ words, flags, io }: Request<Flags>): Promise<number> {
  const { out = 'recallite-report.html', k: depths = defaultDepths } = flags
  const runs = readKeptRuns(words, flags).map((run) => ({ ...run, label: labelOf(run.file, words) }))
  writeReport(out, renderReport(runs, { measures: shownMeasures(depths), code: readPageCode() }))
  io.talk(`The report is in ${printable(resolve(out))}\n`)
  return exitCodes.done
}

/** The name of a run's file, or its path if several files have the same name. */
function labelOf(file: string, files: readonly string[]): string {
  const [name = file, ...names] = [file, ...files].map((each) => basename(each, extname(each)))
  return names.filter((other) => other === name).length > 1 ? file : name
}
