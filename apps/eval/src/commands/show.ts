import { exitCodes, renderJson, type Request } from '@recallite/command-line'
import { crossFigures, hasForeignQuestions, usualThresholds } from '../cross/cross-figures.js'
import type { Flags } from '../flags.js'
import { printTables } from '../render/run-tables.js'
import { describeVerdict } from '../render/verdict.js'
import { printCross } from './cross.js'
import { readKeptRuns } from './kept-runs.js'
import { writeCsv } from './write-csv.js'

/** `recallite-eval show <run…>` */
export async function runShow({ words, flags, io }: Request<Flags>): Promise<number> {
  const runs = readKeptRuns(words, flags)
  if (flags.csv !== undefined)
    writeCsv(
      flags.csv,
      runs.map(({ file, rows }) => ({ run: file, rows })),
    )
  if (flags.json) {
    io.write(
      renderJson(
        runs.map(({ file, verdict, rows }) => ({
          run: file,
          verdict: { text: describeVerdict(verdict), ...verdict },
          rows,
        })),
      ),
    )
    return exitCodes.done
  }
  for (const { file, baseline, verdict, rows, run } of runs) {
    printTables({ verdict, rows }, { ...flags, baseline, label: runs.length > 1 ? file : undefined }, io)
    if (hasForeignQuestions(run)) {
      io.write('\n')
      printCross(crossFigures(run, usualThresholds), flags, io)
    }
  }
  return exitCodes.done
}
