import { openRun } from '../run/run-file.js'
import type { Run } from '../run/run.js'

/** Writes a whole run. */
export function writeRun(file: string, { answers, ...header }: Run): void {
  const open = openRun(file, header)
  for (const answer of answers) open.add(answer)
  open.finish()
}
