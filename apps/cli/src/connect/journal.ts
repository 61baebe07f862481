import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CodedError, orUndefined, writeWhole } from '@recallite/command-line'
import { recalliteFolder } from '@recallite/settings'
import type { Change } from './change.js'
import type { HostName } from './host-table.js'

/** A change that `connect` made, for `--undo`. */
export interface JournaledChange extends Change {
  readonly hosts: readonly HostName[]
  readonly file: string
  /** The folders that were made for the file, outermost first. */
  readonly folders: readonly string[]
}

const version = 1

/** The file with everything that `connect` changed. */
export const journalFile = (home: string): string => join(recalliteFolder(home), 'connect.json')

/** The changes in the order in which they were made. Throws CodedError `CONNECT_JOURNAL` if the file was not written by this version. */
export function readJournal(home: string): readonly JournaledChange[] {
  const file = journalFile(home)
  if (!existsSync(file)) return []
  const read = orUndefined(() => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> | null)
  if (read?.['version'] === version && Array.isArray(read['changes']))
    return read['changes'] as JournaledChange[]
  const advice =
    'Remove the entries by hand (recallite connect --print NAME shows them), then delete the file.'
  throw new CodedError(
    'CONNECT_JOURNAL',
    `${file} cannot be read, so it is unknown what connect wrote. ${advice}`,
  )
}

/** Replaces the list; an empty one is deleted. */
export function writeJournal(home: string, changes: readonly JournaledChange[]): void {
  const file = journalFile(home)
  if (changes.length === 0) return rmSync(file, { force: true })
  writeWhole(file, [`${JSON.stringify({ version, changes }, null, 1)}\n`], { mode: 0o600 })
}
