import { exitCodes, renderJson, type Request } from '@recallite/command-line'
import { crossFigures, hasForeignQuestions, usualThresholds } from '../cross/cross-figures.js'
import type { Flags } from '../flags.js'
import { printTables } from '../render/run-tables.js'
import { printCross } from './cross.js'
import { jsonOf, readKeptRuns } from './kept-runs.js'

/** `recallite-eval show <run…>` */
export async function runShow({ words, flags, io }: Request<Flags>): Promise<number> {
  const runs = readKeptRuns(words, flags)
  if (flags.json) {
    io.write(renderJson(runs.map((figures) => ({ run: figures.file, ...jsonOf(figures) }))))
    return exitCodes.done
  }
  for (const figures of runs) {
    printTables(figures, { ...flags, label: runs.length > 1 ? figures.file : undefined }, io)
    if (hasForeignQuestions(figures.run)) {
      io.write('\n')
      printCross(crossFigures(figures.run, usualThresholds), flags, io)
    }
  }
  return exitCodes.done
}
