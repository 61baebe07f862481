import { exitCodes, renderJson, type Request } from '@recallite/command-line'
import { crossFigures, hasForeignQuestions } from '../cross/cross-figures.js'
import type { Flags } from '../flags.js'
import { printTables } from '../render/run-tables.js'
import { printCross, usualThresholds } from './cross.js'
import { readKeptRuns } from './kept-runs.js'

/** `recallite-eval show <run…>` */
export async function runShow({ words, flags, io }: Request<Flags>): Promise<number> {
  const runs = readKeptRuns(words, flags)
  if (flags.json) {
    io.write(renderJson(runs.flatMap(({ file, rows }) => rows.map((row) => ({ run: file, ...row })))))
    return exitCodes.done
  }
  for (const { file, baseline, rows, run } of runs) {
    printTables(rows, { ...flags, baseline, label: runs.length > 1 ? file : undefined }, io)
    if (hasForeignQuestions(run)) {
      io.write('\n')
      printCross(crossFigures(run, usualThresholds), flags, io)
    }
  }
  return exitCodes.done
}
