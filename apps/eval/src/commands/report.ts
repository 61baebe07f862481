import { basename, extname, resolve } from 'node:path'
import { type Request, exitCodes, printable } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { defaultDepths, shownMeasures } from '../measures/measure-table.js'
import { renderReport } from '../report/render-report.js'
import { readPageCode, writeReport } from '../report/write-report.js'
import { readRun } from '../run/run-file.js'
import { summarise } from '../summary/summarise.js'
import { checkDepth, distinctFiles } from './kept-runs.js'
import { settleBaseline } from './run-options.js'

const defaultFile = 'recallite-report.html'

/** Runs are called by their files' names; by their paths where these are the same. */
function labelsOf(files: readonly string[]): string[] {
  const names = files.map((file) => basename(file, extname(file)))
  return names.map((name, index) =>
    names.filter((other) => other === name).length > 1 ? (files[index] ?? name) : name,
  )
}

/** `recallite-eval report <run…>` */
export async function runReport({ words, flags, io }: Request<Flags>): Promise<number> {
  const { out = defaultFile, k: depths = defaultDepths } = flags
  const labels = labelsOf(words)
  const runs = distinctFiles(words).map((file, index) => {
    const run = readRun(file)
    checkDepth(run, depths, file)
    const baseline = settleBaseline(flags, run.strategies)
    return { label: labels[index] ?? file, run, rows: summarise(run, { depths, baseline }) }
  })
  writeReport(out, renderReport(runs, { measures: shownMeasures(depths), code: readPageCode() }))
  io.talk(`The report is in ${printable(resolve(out))}\n`)
  return exitCodes.done
}
