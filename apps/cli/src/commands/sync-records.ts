import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { actionsRun, printable, renderJson, type Request, UsageError } from '@recallite/command-line'
import { isInside, recalliteFolder } from '@recallite/settings'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation } from '../open/memory-location.js'
import { withRecordStore } from '../open/open-records.js'
import { syncRecords, type SyncReport } from '../records-sync/sync-records.js'
import { count } from '../render/amounts.js'
import { indexImported } from './transfer-records.js'

/** `recallite records sync FOLDER`: exits with 3 if files were refused or records are damaged. */
export const runRecords = actionsRun<Flags>('records', { 'sync FOLDER': runSync })

async function runSync({ flags, io }: Request<Flags>, word: string): Promise<number> {
  const { includeSecrets, dryRun: isDryRun } = flags
  const report = await withRecordStore(flags, {}, (store, location) =>
    syncRecords(store, openFolder(word, location), { includeSecrets, isDryRun }),
  )
  const embedFailure = report.changed > 0 && !isDryRun ? await indexImported(flags, io) : null
  if (flags.json) io.write(renderJson({ ...report, embedFailure }))
  else {
    const would = isDryRun ? 'Dry run: ' : ''
    io.write(
      `${would}${count(report.changed, 'record')} changed here, ${count(report.written, 'file')} written.\n`,
    )
    for (const note of notesOf(report)) io.talk(`${printable(note)}\n`)
  }
  return report.refused.length + report.damaged.length === 0 ? exitCodes.done : exitCodes.incomplete
}

function notesOf({ withSecrets, linked, damaged, refused }: SyncReport): string[] {
  const left = `${count(withSecrets, 'record')} left out because of possible secrets. To write such records: --include-secrets`
  return [
    ...(withSecrets > 0 ? [left] : []),
    ...linked.map(([earlier, later]) => `${later} contradicts ${earlier}: both replaced the same record.`),
    ...damaged.map((id) => `The record ${id} is damaged and was not synced. For details: recallite doctor`),
    ...refused.map(({ file, code, message }) => `${file}: ${message} (${code})`),
  ]
}

/** The folder without links, created if it is missing. @throws UsageError for a folder that must not be filled with files */
function openFolder(word: string, { path, resolved }: MemoryLocation): string {
  const folder = resolve(word)
  const { home } = resolved
  const isOwn = isInside(recalliteFolder(home), folder) || folder === dirname(path)
  if (isOwn || folder === home || folder === dirname(folder))
    throw new UsageError(`${folder} has other files. Name a folder that is only for records.`)
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory())
    throw new UsageError(
      `${folder} is a file or a link. Name a folder, or the folder that the link leads to.`,
    )
  // A missing parent may be on a disk that is not connected.
  if (!existsSync(dirname(folder)))
    throw new UsageError(`${dirname(folder)} does not exist. Create it, or connect its disk.`)
  if (!stats) mkdirSync(folder, { mode: 0o700 })
  return realpathSync(folder)
}
