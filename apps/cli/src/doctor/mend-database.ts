import { verifyDocuments, type Chunking, type VerifyDocumentsOptions } from '@recallite/core'
import type { DocumentAddress, Store } from '@recallite/store'
import { headerDamage, lockStore, repairStore, type StoreRepair } from '@recallite/store-sqlite'
import type { Flags } from '../flags/flags.js'
import { lockWait } from '../lock-wait.js'
import type { StorePlace } from '../store-place.js'
import { makePrivate } from './database-permissions.js'
import { fine, type Outcome } from './finding.js'
import { unopenedOutcome } from './probes/database.js'
import { isOpen, tryOpen } from './try-open.js'

/** What a repair works on. */
export interface RepairContext {
  readonly flags: Flags
  readonly place: Pick<StorePlace, 'path' | 'connection'>
  readonly chunking: Partial<Chunking> | undefined
  readonly signal: AbortSignal
}

/** What keeps a database from being mended; undefined where nothing does. Not even a lock is put beside it before. */
function obstacleOf({ flags, place: { path, connection } }: RepairContext): Outcome | undefined {
  try {
    headerDamage(connection)
    return undefined
  } catch (error) {
    return unopenedOutcome(error, { path, flags })
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

/** What is whole in itself may still be something else than the files. */
async function removeWrongDocuments({ flags, place, chunking, signal }: RepairContext): Promise<Outcome[]> {
  const store = await tryOpen({ ...place.connection, create: false })
  if (!isOpen(store)) return [unopenedOutcome(store.error, { path: place.path, flags })]
  try {
    const wrong = await removeWrong(store, { chunking, signal })
    return wrong > 0 ? [fine(`${wrong} documents were not as their files, and were taken out`)] : []
  } finally {
    await store.close()
  }
}

async function mendUnderLock(context: RepairContext): Promise<readonly Outcome[]> {
  const { flags, place } = context
  const { path, connection } = place
  try {
    const repaired = await repairStore(connection)
    return [...makePrivate(path), ...tellRepair(repaired), ...(await removeWrongDocuments(context))]
  } catch (error) {
    context.signal.throwIfAborted()
    return [unopenedOutcome(error, { path, flags })]
  }
}

/**
 * Takes out of a database what is damaged, or makes it anew of what is whole in it. Nobody else indexes from the first
 * look until there is a database that is whole.
 * @throws StoreError, `STORE_LOCKED` where somebody else is indexing for too long; the signal's reason
 */
export async function mendDatabase(context: RepairContext): Promise<readonly Outcome[]> {
  const obstacle = obstacleOf(context)
  if (obstacle) return [obstacle]
  const lock = await lockStore(context.place.path, { wait: lockWait })
  try {
    return await mendUnderLock(context)
  } finally {
    await lock.release()
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
  await store.removeDocuments(wrong)
  return wrong.length
}
