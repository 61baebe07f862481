import { exitCodes, renderJson, type Request } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { printTables } from '../render/run-tables.js'
import { readKeptRuns } from './kept-runs.js'

/** `recallite-eval show <run…>` */
export async function runShow({ words, flags, io }: Request<Flags>): Promise<number> {
  const runs = readKeptRuns(words, flags)
  if (flags.json) {
    io.write(renderJson(runs.flatMap(({ file, rows }) => rows.map((row) => ({ run: file, ...row })))))
    return exitCodes.done
  }
  for (const { file, baseline, rows } of runs) {
    printTables(rows, { ...flags, baseline, label: runs.length > 1 ? file : undefined }, io)
  }
  return exitCodes.done
}
