import { existsSync } from 'node:fs'
import type { Io } from '@recallite/command-line'
import { MemoryError, reasonOf, type IndexReport, type Upload } from '@recallite/core'
import type { Flags } from '../flags/flags.js'
import { lockWait } from '../lock-wait.js'
import { memoryOptions } from '../memory-options.js'
import { withMemory } from '../open-memory.js'
import { renderUpload, tellIndexTroubles } from '../render/index-report.js'
import { storePlace } from '../store-place.js'
import { failure, fine, type Finding, type Outcome } from './finding.js'
import { mendDatabase } from './mend-database.js'
import { ownCommand } from './own-command.js'
import { readAnySettings } from './read-any-settings.js'

/** What was done to mend something, or could not be. */
export type Repair = Finding

function syncOutcome(
  { added, changed, removed, embedded, embedFailure }: IndexReport,
  flags: Flags,
): Outcome {
  const detail = `brought in again: ${added} added, ${changed} changed, ${removed} removed, ${embedded} texts embedded`
  if (embedFailure === null) return fine(detail)
  return failure({ detail, cause: embedFailure, fix: ownCommand('doctor', flags) })
}

/** Brings everything in again that was taken out. */
async function bringIn(flags: Flags, io: Io): Promise<readonly Outcome[]> {
  const onUpload = (upload: Upload) => io.talk(renderUpload(upload))
  try {
    const report = await withMemory(flags, { fills: true }, ({ memory }) =>
      memory.sync({ signal: io.interrupted, wait: lockWait, onUpload }),
    )
    tellIndexTroubles(report, io)
    return [syncOutcome(report, flags)]
  } catch (error) {
    if (!MemoryError.isInstance(error) || error.code !== 'NO_ROOTS') throw error
    const cause = 'which folders were in the database cannot be read any more'
    const fix = ownCommand('index FOLDER', flags)
    return [failure({ detail: 'nothing was brought in again', cause, fix })]
  }
}

async function attempt(
  flags: Flags,
  io: Io,
  mend: () => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  try {
    return await mend()
  } catch (error) {
    io.interrupted.throwIfAborted()
    const fix = ownCommand('doctor', flags)
    return [failure({ detail: 'not everything could be mended', cause: reasonOf(error), fix })]
  }
}

/**
 * Mends what can be mended without asking. Files are only read: what was damaged comes from them again. A database that
 * cannot be read is kept under another name.
 */
export async function repair(flags: Flags, io: Io): Promise<readonly Repair[]> {
  const read = await readAnySettings(flags)
  const place = await storePlace(flags, read.resolved)
  const { resolved } = place
  if (place.path === ':memory:' || !existsSync(place.path)) return []
  const { chunking } = memoryOptions(resolved.settings)
  const context = { flags, place, chunking, signal: io.interrupted }
  const mended = await attempt(flags, io, () => mendDatabase(context))
  const isMended = mended.every(({ state }) => state !== 'failed')
  const broughtIn = isMended ? await attempt(flags, io, () => bringIn(flags, io)) : []
  return [...mended, ...broughtIn].map((outcome) => ({ name: 'repair', ...outcome }))
}
