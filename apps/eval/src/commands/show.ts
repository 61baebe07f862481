import { exitCodes, type Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { defaultDepths } from '../measures/measure-table.js'
import { readRun } from '../run/run-file.js'
import { summarise } from '../summary/summarise.js'
import { printRows } from './print-rows.js'
import { settleBaseline } from './settle-run.js'

/** `recallite-eval show <run…>` */
export async function runShow({ words, flags, io }: Request<Flags>): Promise<number> {
  const rows = words
    .map(readRun)
    .flatMap((run) =>
      summarise(run, { depths: flags.k ?? defaultDepths, baseline: settleBaseline(flags, run.strategies) }),
    )
  printRows(
    rows,
    { ...flags, baseline: settleBaseline(flags, [...new Set(rows.map(({ strategy }) => strategy))]) },
    io,
  )
  return exitCodes.done
}
