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
  const labels = labelsOf(words)
  const runs = readKeptRuns(words, flags).map((run, index) => ({ ...run, label: labels[index] ?? run.file }))
  writeReport(out, renderReport(runs, { measures: shownMeasures(depths), code: readPageCode() }))
  io.talk(`The report is in ${printable(resolve(out))}\n`)
  return exitCodes.done
}

/** Names each run after its file, or by its path if several files have the same name. */
function labelsOf(files: readonly string[]): string[] {
  const names = files.map((file) => basename(file, extname(file)))
  return names.map((name, index) =>
    names.filter((other) => other === name).length > 1 ? (files[index] ?? name) : name,
  )
}
