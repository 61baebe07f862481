import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunHeader } from './run.js'
import { unfinishedFile } from './run-file.js'
import { runIdentity } from './run-identity.js'

/**
 * Where a run is kept for which nobody named a file: in the place of an interrupted run of the same identity, else in a new
 * one with the time in its name.
 */
export function placeRun(header: RunHeader, workFolder: string): string {
  const folder = join(workFolder, 'runs')
  const identity = createHash('sha256').update(runIdentity(header)).digest('hex').slice(0, 8)
  const ending = `-${identity}.jsonl`
  const unfinished = unfinishedFile(ending)
  const begun = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(unfinished)) : []
  const last = begun.toSorted().at(-1)
  if (last !== undefined) return join(folder, last.slice(0, ending.length - unfinished.length))
  return join(folder, `${header.startedAt.replaceAll(/[:.]/gu, '-')}${ending}`)
}
