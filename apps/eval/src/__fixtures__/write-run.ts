import { openRun } from '../run/run-file.js'
import type { Run } from '../run/run.js'

export function writeRun(file: string, { answers, ...header }: Run): void {
  const open = openRun(file, header)
  for (const answer of answers) open.add(answer)
  open.finish()
}
