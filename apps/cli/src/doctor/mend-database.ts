import type { Chunking } from '@recallite/core'
import { StoreError, type Root, type Store, type StoreErrorCode } from '@recallite/store'
import { lockStore, setAsideStore } from '@recallite/store-sqlite'
import type { Flags } from '../flags/flags.js'
import { lockWait } from '../lock-wait.js'
import type { StorePlace } from '../store-place.js'
import { makePrivate } from './database-permissions.js'
import { fine, type Outcome } from './finding.js'
import { mendStore, type MendedStore } from './mend-store.js'
import { unopenedOutcome } from './probes/database.js'
import { isOpen, tryOpen } from './try-open.js'

/** What a repair works on. */
export interface RepairContext {
  readonly flags: Flags
  readonly place: StorePlace
  readonly chunking: Partial<Chunking> | undefined
  readonly signal: AbortSignal
}

/** What may be wrong with a database that is to be mended; one of another program, for instance, is none. */
const mendable: readonly StoreErrorCode[] = ['STORE_CORRUPT', 'STORE_TOO_OLD']

function hasCode(error: unknown, codes: readonly StoreErrorCode[]): boolean {
  return StoreError.isInstance(error) && codes.includes(error.code)
}

/** What keeps a database from being mended; undefined where nothing does. Not even a lock is put beside it before. */
async function obstacleOf({ flags, place }: RepairContext): Promise<Outcome | undefined> {
  const store = await tryOpen({ ...place.connection, isReadOnly: true })
  if (isOpen(store)) await store.close()
  else if (!hasCode(store.error, mendable)) return unopenedOutcome(store.error, { path: place.path, flags })
  return undefined
}

/** A new database in the place of a damaged one, with the folders of that one as far as they are known. */
async function beginAnew({ flags, place }: RepairContext, roots: readonly Root[]): Promise<Outcome[]> {
  const { path, connection } = place
  const told = fine(`the damaged database is now ${setAsideStore(path)}, and a new one is in its place`)
  const fresh = await tryOpen(connection)
  if (!isOpen(fresh)) return [told, unopenedOutcome(fresh.error, { path, flags })]
  try {
    for (const root of roots) await fresh.addRoot(root)
  } finally {
    await fresh.close()
  }
  return [told]
}

async function mendAndClose(store: Store, { chunking, signal }: RepairContext): Promise<MendedStore> {
  try {
    return await mendStore(store, { chunking, signal })
  } finally {
    await store.close()
  }
}

async function mendUnderLock(context: RepairContext): Promise<readonly Outcome[]> {
  const { flags, place } = context
  const { path, connection } = place
  const store = await tryOpen({ ...connection, create: false })
  if (!isOpen(store)) {
    const isDamaged = hasCode(store.error, ['STORE_CORRUPT'])
    return isDamaged ? beginAnew(context, []) : [unopenedOutcome(store.error, { path, flags })]
  }
  const mended = await mendAndClose(store, context)
  const told = makePrivate(path)
  return [...told, ...(mended.isLost ? await beginAnew(context, mended.roots) : mended.outcomes)]
}

/**
 * Takes out of a database what is damaged; what cannot be read is kept under another name. Nobody else indexes from the
 * first look until there is a database that is whole.
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
