import { existsSync } from 'node:fs'
import { closing, firstOf, type Io } from '@recallite/command-line'
import { MemoryError, reasonOf, type Upload } from '@recallite/core'
import type { StoreAddress } from '@recallite/settings'
import { maintenanceOf } from '@recallite/store'
import type { RecordsRepair } from '@recallite/store-sqlite/records'
import type { Flags } from '../flags/flags.js'
import { loadRepair, type StoreRepair } from '../open/driver.js'
import { locateMemory, type MemoryLocation, recordsFileOf } from '../open/memory-location.js'
import { lockWait, withMemory } from '../open/open-memory.js'
import { hasRecords, hasRecordsFile } from '../open/record-store.js'
import { count } from '../render/amounts.js'
import { printIndexNotes, renderUpload, waitOptions } from '../render/index-report.js'
import { failure, type Finding, fine, type Outcome, recalliteCommand, warning } from './finding.js'
import { makePrivate, unopenedOutcome } from './probes/database.js'
import { readAnySettings } from './subject.js'

/**
 * Repairs the database, and reports what was repaired and what could not be. A damaged database is renamed, and a new one is built
 * from the files, which are never changed. Without `--repair`, only continues a repair that was killed.
 */
export async function repair(flags: Flags, io: Io): Promise<readonly Finding[] | undefined> {
  const read = await readAnySettings(flags)
  const location = await locateMemory(flags, read.resolved)
  const { hasLeftovers } = await loadRepair()
  if (!flags.repair && ![location.path, recordsFileOf(location.path)].some(hasLeftovers)) return undefined
  if (location.path === ':memory:') return []
  const context = { flags, io, location }
  // Records are repaired even if the index cannot be, since they exist nowhere else.
  const records = await attempt(context, repairRecordFile)
  return [...(await repairIndex(context)), ...records].map((outcome) => ({ name: 'repair', ...outcome }))
}

interface RepairContext {
  readonly flags: Flags
  readonly io: Io
  readonly location: MemoryLocation
}

type Repair = (context: RepairContext) => Promise<readonly Outcome[]>

async function repairIndex(context: RepairContext): Promise<readonly Outcome[]> {
  const { path, connection } = context.location
  const { server } = connection
  const { hasLeftovers } = await loadRepair()
  // With a server, the index of records may be in the local database.
  const isLocal = existsSync(path) || hasLeftovers(path)
  if (server === undefined && !isLocal) return []
  const ofServer = server === undefined ? [] : await attempt(context, () => repairServer(server))
  const repaired = [...ofServer, ...(isLocal ? await attempt(context, repairDatabase) : [])]
  const isWhole = repaired.every(({ state }) => state !== 'failed')
  return isWhole ? [...repaired, ...(await attempt(context, sync))] : repaired
}

async function attempt(context: RepairContext, work: Repair): Promise<readonly Outcome[]> {
  try {
    return await work(context)
  } catch (error) {
    const { flags, io } = context
    io.interrupted.throwIfAborted()
    return [failure('not everything could be repaired', reasonOf(error), recalliteCommand('doctor', flags))]
  }
}

async function sync({ flags, io, location }: RepairContext): Promise<readonly Outcome[]> {
  const onUpload = (upload: Upload) => io.talk(renderUpload(upload))
  try {
    const report = await withMemory(flags, { fills: true }, ({ memory }) =>
      memory.sync({ ...waitOptions(io), onUpload }),
    )
    printIndexNotes(report, io)
    const { added, changed, removed, embedded, embedFailure } = report
    const detail = `indexed again: ${added} added, ${changed} changed, ${removed} removed, ${embedded} texts embedded`
    return [
      embedFailure === null ? fine(detail) : failure(detail, embedFailure, recalliteCommand('doctor', flags)),
    ]
  } catch (error) {
    if (!MemoryError.isInstance(error) || error.code !== 'NO_ROOTS') throw error
    // The next recall indexes the records again.
    if (hasRecords(location)) return []
    const cause = 'the list of indexed folders cannot be read: add the folders again'
    return [failure('nothing was indexed again', cause, recalliteCommand('index FOLDER', flags))]
  }
}

/** Holds the lock throughout, so that no other process indexes during the repair. */
async function repairDatabase(context: RepairContext): Promise<readonly Outcome[]> {
  const { path, connection } = context.location
  const { repairStore } = await loadRepair()
  return repairFile(context, path, async () =>
    repairOutcomes(await repairStore(connection, { wait: lockWait })),
  )
}

async function repairFile({ flags, io }: RepairContext, path: string, repairIt: () => Promise<Outcome[]>) {
  try {
    const outcomes = await repairIt()
    return [...makePrivate(path), ...outcomes]
  } catch (error) {
    io.interrupted.throwIfAborted()
    return [unopenedOutcome(error, { path, flags })]
  }
}

/** Removes the documents of a server's index if anything there is damaged; the next sync indexes them again. */
async function repairServer(server: StoreAddress): Promise<readonly Outcome[]> {
  const { openAddress } = await import('@recallite/settings/server-store')
  return closing(await openAddress(server, { create: false }), async (store) => {
    const damages = (await maintenanceOf(store).repair?.()) ?? []
    return damages.map((damage) => fine(`${damage}; repaired`))
  })
}

const removed = fine('a repair had been interrupted; its files were removed')

function repairOutcomes({ damages, aside, hadLeftovers, kept: { roots, vectors } }: StoreRepair): Outcome[] {
  if (aside === null) return hadLeftovers ? [removed] : []
  const restored = `${count(roots, 'folder')} and ${count(vectors, 'vector')}`
  const advice = "index folders again that 'recallite roots' does not list"
  const done = `the damaged database was renamed to ${aside} and replaced by a new one with ${restored}; ${advice}`
  return [...damages, done].map(fine)
}

/** Replaces a damaged records file by a new one with every record whose checksum is valid. The damaged file is renamed. */
async function repairRecordFile(context: RepairContext): Promise<readonly Outcome[]> {
  const { location, flags } = context
  const path = recordsFileOf(location.path)
  if (!hasRecordsFile(path)) return []
  const { repairRecords } = await import('@recallite/store-sqlite/records')
  const { mayBeLink } = location.connection
  return repairFile(context, path, async () =>
    recordOutcomes(await repairRecords({ path, mayBeLink }), flags),
  )
}

function recordOutcomes(repaired: RecordsRepair, flags: Flags): Outcome[] {
  const { damages, aside, kept, lost, hadLeftovers } = repaired
  if (aside === null) return hadLeftovers ? [removed] : []
  const { records, sessions } = kept
  const restored = `${count(records, 'record')} and ${count(sessions, 'session')} were restored into a new file`
  const unknown = damages.find(({ id, isRestorable }) => id === null && !isRestorable)
  const done = fine(
    `${restored}, ${count(lost.length, 'record')} lost; the damaged file was renamed to ${aside}`,
  )
  const fix = `${recalliteCommand('export RECORDS.jsonl', { ...flags, db: 'BACKUP.sqlite' })} && ${recalliteCommand('import RECORDS.jsonl', flags)}`
  const cause = 'both copies of each were damaged; a backup may contain them'
  return [
    done,
    ...(lost.length > 0 ? [warning(`lost: ${firstOf(lost)}`, cause, fix)] : []),
    ...(unknown ? [warning('more records may be lost; a backup may contain them', unknown.reason, fix)] : []),
  ]
}
