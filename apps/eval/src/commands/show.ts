import { type Request, renderJson } from '@recallite/command-line'
import { exitCodes } from '../errors.js'
import type { Flags } from '../flags/flags.js'
import { defaultDepths } from '../measures/measure-table.js'
import { printTables } from '../render/run-tables.js'
import { readRun } from '../run/run-file.js'
import type { Row } from '../summary/row.js'
import { summarise } from '../summary/summarise.js'
import { checkDepth, distinctFiles } from './kept-runs.js'
import { settleBaseline } from './run-options.js'

/** A run's figures, and what they stand against. */
interface ShownRun {
  readonly file: string
  readonly baseline: string
  readonly rows: readonly Row[]
}

function readShown(file: string, flags: Flags): ShownRun {
  const run = readRun(file)
  const { k: depths = defaultDepths } = flags
  checkDepth(run, depths, file)
  const baseline = settleBaseline(flags, run.strategies)
  return { file, baseline, rows: summarise(run, { depths, baseline }) }
}

/** `recallite-eval show <run…>` */
export async function runShow({ words, flags, io }: Request<Flags>): Promise<number> {
  const shown = distinctFiles(words).map((file) => readShown(file, flags))
  if (flags.json) {
    const rows = shown.flatMap(({ file, rows: own }) => own.map((row) => ({ run: file, ...row })))
    io.write(renderJson(rows))
    return exitCodes.done
  }
  for (const { file, baseline, rows } of shown) {
    printTables(rows, { ...flags, baseline, label: shown.length > 1 ? file : undefined }, io)
  }
  return exitCodes.done
}
