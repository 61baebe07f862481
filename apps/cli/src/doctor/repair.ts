import { existsSync } from 'node:fs'
import type { Io } from '@recallite/command-line'
import { MemoryError, reasonOf, type IndexReport, type Upload, type Chunking } from '@recallite/core'
import { verifyDocuments, type VerifyDocumentsOptions } from '@recallite/core/doctor'
import type { DocumentAddress, Store } from '@recallite/store'
import type { Flags } from '../flags/flags.js'
import { lockWait, withMemory } from '../open-memory.js'
import { memoryOptions } from '../memory-options.js'
import { renderUpload, tellIndexTroubles } from '../render/index-report.js'
import { storePlace, type StorePlace } from '../store-place.js'
import { failure, fine, type Finding, type Outcome } from './finding.js'
import { ownCommand } from './fix-commands.js'
import { readAnySettings } from './subject.js'
import { makePrivate, unopenedOutcome } from './probes/database.js'
import { isOpen, loadRepair, lockStore, tryOpen, type StoreRepair } from '../driver.js'

/** What was done to mend something, or could not be. */
export type Repair = Finding

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
    return [failure({ detail: 'nothing was indexed again', cause, fix })]
  }
}

function syncOutcome(
  { added, changed, removed, embedded, embedFailure }: IndexReport,
  flags: Flags,
): Outcome {
  const detail = `indexed again: ${added} added, ${changed} changed, ${removed} removed, ${embedded} texts embedded`
  if (embedFailure === null) return fine(detail)
  return failure({ detail, cause: embedFailure, fix: ownCommand('doctor', flags) })
}

interface RepairContext {
  readonly flags: Flags
  readonly place: Pick<StorePlace, 'path' | 'connection'>
  readonly chunking: Partial<Chunking> | undefined
  readonly signal: AbortSignal
}

/**
 * Takes out of a database what is damaged, or makes it anew of what is whole in it. Nobody else indexes from the first
 * look until there is a database that is whole.
 * @throws StoreError, `STORE_LOCKED` where somebody else is indexing for too long; the signal's reason
 */
export async function mendDatabase(context: RepairContext): Promise<readonly Outcome[]> {
  const obstacle = await obstacleOf(context)
  if (obstacle) return [obstacle]
  const lock = await lockStore(context.place.path, { wait: lockWait })
  try {
    return await mendUnderLock(context)
  } finally {
    await lock.release()
  }
}

/**
 * What keeps a database from being repaired; undefined where nothing does. The check comes before the lock puts a
 * file beside the database.
 */
async function obstacleOf({
  flags,
  place: { path, connection },
}: RepairContext): Promise<Outcome | undefined> {
  const { headerDamage } = await loadRepair()
  try {
    headerDamage(connection)
    return undefined
  } catch (error) {
    return unopenedOutcome(error, { path, flags })
  }
}

async function mendUnderLock(context: RepairContext): Promise<readonly Outcome[]> {
  const { flags, place } = context
  const { path, connection } = place
  const { repairStore } = await loadRepair()
  try {
    const repaired = await repairStore(connection)
    return [...makePrivate(path), ...tellRepair(repaired), ...(await removeWrongDocuments(context))]
  } catch (error) {
    context.signal.throwIfAborted()
    return [unopenedOutcome(error, { path, flags })]
  }
}

function tellRepair({ damages, aside, kept }: StoreRepair): Outcome[] {
  if (aside === null) {
    return damages.map(({ part, count, reason }) => fine(`${part}: ${count} damaged, mended (${reason})`))
  }
  const { roots, documents, vectors } = kept
  const found = damages.map(({ part, count, reason }) => fine(`${part}: ${count} damaged (${reason})`))
  const amounts = `${roots} folders, ${documents} documents and ${vectors} vectors`
  return [
    ...found,
    fine(`the damaged database is now ${aside}, and a new one is in its place, with ${amounts} of it`),
  ]
}

/** Documents whose checksums are right may still differ from their files. */
async function removeWrongDocuments({ flags, place, chunking, signal }: RepairContext): Promise<Outcome[]> {
  const store = await tryOpen({ ...place.connection, create: false })
  if (!isOpen(store)) return [unopenedOutcome(store.error, { path: place.path, flags })]
  try {
    const wrong = await removeWrong(store, { chunking, signal })
    return wrong > 0 ? [fine(`${wrong} documents did not match their files, and were removed`)] : []
  } finally {
    await store.close()
  }
}

/**
 * Takes out documents that are not as their files, and with a root that has too much all of that root, and says how many.
 * For whoever holds the store's lock.
 * @throws StoreError; the signal's reason
 */
async function removeWrong(store: Store, options: VerifyDocumentsOptions): Promise<number> {
  const { damaged, surplus } = await verifyDocuments(store, options)
  const wrong: DocumentAddress[] = [...damaged]
  for (const { root } of surplus) wrong.push(...(await store.listDocuments(root)))
  await store.writeDocuments({ removed: wrong })
  return wrong.length
}
