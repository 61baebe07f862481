import { maintenanceOf, type Store } from '@recallite/store'
import type { TextReport } from './indexer.js'

/** How to optimise a memory. */
export interface OptimiseOptions {
  /** In place of the memory's own: 0 removes all vectors of texts that no document has. */
  readonly keepUnusedVectors?: number | undefined
  /** How long to wait while another process is indexing, in milliseconds; default 5,000. */
  readonly wait?: number | undefined
}

/** What optimising a memory did. */
export interface Optimised {
  /** Vectors of texts that no document has any more. */
  readonly removedVectors: number
  /** The size of the database now. */
  readonly bytes: number
  readonly freedBytes: number
  /** Why deleted texts may still be readable in the database's files, as part of a sentence; null if they are not. */
  readonly postponed: string | null
}

interface MaintenanceSubject {
  readonly store: Store
  /** In milliseconds. */
  readonly keepUnusedVectors: number
  readonly now: () => number
}

/** Optimising rewrites the whole keyword index, which this share of changed files is worth. */
const worthOptimising = 0.1

/** In milliseconds; until then deleted text can still be read in the database file. */
const optimisedEvery = 86_400_000

/** The note with the time of the last optimisation, in milliseconds since the epoch. */
const optimisedNote = 'optimised at'

/** Does the maintenance that is due after an update, if the store has any. Rejects with StoreError. */
export async function maintain(subject: MaintenanceSubject, texts: TextReport): Promise<void> {
  const { store, keepUnusedVectors } = subject
  if (!store.maintenance) return
  await store.maintenance.removeUnusedVectors({ unusedFor: keepUnusedVectors })
  const hasMuchChanged = texts.added + texts.changed + texts.removed > texts.files * worthOptimising
  if (hasMuchChanged || (await isDue(subject))) await optimiseStore(subject)
}

/** Removes vectors that have been unused for long enough, and optimises the store. Rejects with StoreError. */
export async function optimise(subject: MaintenanceSubject): Promise<Optimised> {
  const { store, keepUnusedVectors } = subject
  const { bytes: before } = await store.status()
  const unused = { unusedFor: keepUnusedVectors }
  const removedVectors = await maintenanceOf(store).removeUnusedVectors(unused)
  const postponed = await optimiseStore(subject)
  const { bytes } = await store.status()
  return { removedVectors, bytes, freedBytes: Math.max(0, before - bytes), postponed }
}

/** A time in the future was written with a wrong clock. */
async function isDue({ store, now }: MaintenanceSubject): Promise<boolean> {
  const last = Number((await store.notes?.read(optimisedNote)) ?? 0)
  return !(last <= now() && now() - last < optimisedEvery)
}

async function optimiseStore({ store, now }: MaintenanceSubject): Promise<string | null> {
  const postponed = await maintenanceOf(store).optimise()
  if (postponed === null) await store.notes?.write(optimisedNote, String(now()))
  return postponed
}
