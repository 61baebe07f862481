import { EmbeddingError } from '@recallite/embeddings'
import { isSameSpace, type KeptSpace, type Space, type Store } from '@recallite/store'
import { isSpaceOf } from '../backend.js'
import type { HeldBackend } from '../chain.js'
import { readCalibration, writeCalibration } from './calibration.js'
import { calibrationPairs } from './pairs.js'
import { measureModel } from './measure-model.js'

interface Calibrating {
  readonly store: Store
  /** A store of other documents, whose spaces may be calibrated for the same models. */
  readonly sameModels?: Store | undefined
  readonly backend: HeldBackend
  readonly signal?: AbortSignal | undefined
}

/**
 * Calibrates the space of a backend once, by constant pairs. Does nothing in a store without notes. If the model fails, the next run
 * calibrates it.
 * @throws StoreError; the signal's reason
 */
export async function calibrateSpace(calibrating: Calibrating): Promise<void> {
  const { store, backend } = calibrating
  const space = store.notes && (await store.listSpaces()).findLast((each) => isSpaceOf(each, backend))
  if (!space?.hasVectors || (await readCalibration(store, space))) return
  const scripts = await scriptsOf(space, calibrating)
  if (scripts) await writeCalibration(store, space, { scripts })
}

/** The number of constant texts that calibrating the model of a space will send. */
export async function calibrationTexts(
  { store, sameModels }: Pick<Calibrating, 'store' | 'sameModels'>,
  identity: Space,
): Promise<number> {
  const space = store.notes && (await store.listSpaces()).find((each) => isSameSpace(each, identity))
  const stores = [store, ...(sameModels ? [sameModels] : [])]
  const found = await Promise.all(stores.map((each) => space && readCalibration(each, space)))
  return store.notes && !found.some(Boolean) ? 2 * Object.values(calibrationPairs).flat().length : 0
}

async function scriptsOf(space: KeptSpace, { sameModels, backend, signal }: Calibrating) {
  const calibration = sameModels && (await readCalibration(sameModels, space))
  if (calibration) return calibration.scripts
  try {
    return await measureModel(await backend.forIndexing(), signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
  }
}
