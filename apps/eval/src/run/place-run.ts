import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunHeader } from './run.js'
import { hasEnd } from './run-lines.js'
import { runIdentity } from './run-identity.js'

/**
 * Where a run is kept for which nobody named a file: that of an interrupted run of the same identity, else a new one with
 * the time in its name.
 */
export function placeRun(header: RunHeader, workFolder: string): string {
  const folder = join(workFolder, 'runs')
  const identity = createHash('sha256').update(runIdentity(header)).digest('hex').slice(0, 8)
  const earlier = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith(`-${identity}.jsonl`))
    : []
  const last = earlier.toSorted().at(-1)
  if (last !== undefined && !hasEnd(join(folder, last))) return join(folder, last)
  const time = header.startedAt.replaceAll(/[:.]/gu, '-')
  return join(folder, `${time}-${identity}.jsonl`)
}
