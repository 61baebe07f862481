import { EmbeddingError } from '@recallite/embeddings'
import type { KeptSpace, Store } from '@recallite/store'
import { isSameSpace, isSpaceOf } from '../backend.js'
import type { HeldBackend } from '../chain.js'
import { type Calibration, readCalibration, writeCalibration } from './calibration.js'
import { measureCollection } from './measure-collection.js'
import { measureModel } from './measure-model.js'

/** The share of the vectors that has to be new before a collection is measured again. */
const renewedFrom = 0.2

/** What a space is calibrated with. */
export interface Calibrating {
  readonly store: Store
  /** Of other documents; its spaces are calibrated for the same models. */
  readonly sameModels?: Store | undefined
  readonly backend: HeldBackend
  /** How many texts were embedded since the last call. */
  readonly embedded: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Calibrates the space of a backend: the model by constant pairs, once, and the collection by its own vectors whenever a fifth
 * of them is new. Does nothing in a store without notes. A model that fails is calibrated by the next run.
 * @throws StoreError; the signal's reason
 */
export async function calibrateSpace(calibrating: Calibrating): Promise<void> {
  const { store, backend, embedded, signal } = calibrating
  if (!store.notes) return
  const space = (await store.listSpaces()).findLast((kept) => isSpaceOf(kept, backend))
  if (!space?.hasVectors) return
  const known = await readCalibration(store, space)
  if (known && embedded === 0) return
  const scripts = known?.scripts ?? (await scriptsOf(space, calibrating))
  if (!scripts) return
  const collection = agedBy(embedded, known) ?? (await measureNeighbours(store, space, signal))
  await writeCalibration(store, space, { scripts, ...collection })
}

/** What was measured of a collection, if it still holds. */
function agedBy(embedded: number, known: Calibration | undefined) {
  if (!known) return undefined
  const { neighbours, vectors, added } = known
  const total = added + embedded
  return total < renewedFrom * vectors ? { neighbours, vectors, added: total } : undefined
}

/** Whose model is calibrated for other documents is not asked again. */
async function scriptsOf(space: KeptSpace, { sameModels, backend, signal }: Calibrating) {
  const known = sameModels && (await readCalibration(sameModels, space))
  return known?.scripts ?? (await measureOrPostpone(backend, signal))
}

async function measureOrPostpone(
  backend: HeldBackend,
  signal: AbortSignal | undefined,
): Promise<Calibration['scripts'] | undefined> {
  try {
    return await measureModel(await backend.forIndexing(), signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (EmbeddingError.isInstance(error)) return undefined
    throw error
  }
}

async function measureNeighbours(store: Store, space: KeptSpace, signal: AbortSignal | undefined) {
  const { spaces, vectorSearch } = await store.status()
  const counted = spaces.find((other) => isSameSpace(other, space))
  const neighbours = vectorSearch.available ? await measureCollection(store, space, signal) : null
  return { neighbours, vectors: counted?.vectors ?? 0, added: 0 }
}
