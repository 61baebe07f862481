import { EmbeddingError } from '@recallite/embeddings'
import type { KeptSpace, Store, Space } from '@recallite/store'
import { isSameSpace, isSpaceOf } from '../backend.js'
import type { HeldBackend } from '../chain.js'
import { type Calibration, readCalibration, writeCalibration } from './calibration.js'
import { calibrationPairs } from './pairs.js'
import { mean, measureModel } from './measure-model.js'

/** A collection is measured again once this share of its vectors is new. */
const renewedFrom = 0.2

interface Calibrating {
  readonly store: Store
  /** A store of other documents, whose spaces may be calibrated for the same models. */
  readonly sameModels?: Store | undefined
  readonly backend: HeldBackend
  readonly embedded: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Calibrates the space of a backend: the model once, by constant pairs, and the collection whenever a fifth of its vectors is new.
 * Does nothing in a store without notes. If the model fails, the next run calibrates it.
 * @throws StoreError; the signal's reason
 */
export async function calibrateSpace(calibrating: Calibrating): Promise<void> {
  const { store, backend, embedded, signal } = calibrating
  const space = store.notes && (await store.listSpaces()).findLast((each) => isSpaceOf(each, backend))
  if (!space?.hasVectors) return
  const calibration = await readCalibration(store, space)
  if (calibration && embedded === 0) return
  const scripts = calibration?.scripts ?? (await scriptsOf(space, calibrating))
  if (!scripts) return
  const collection = agedBy(embedded, calibration) ?? (await measureNeighbours(store, space, signal))
  await writeCalibration(store, space, { scripts, ...collection })
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

/** The last measurement of a collection; undefined if it is out of date. */
function agedBy(embedded: number, calibration: Calibration | undefined) {
  if (!calibration) return undefined
  const { neighbours, vectors, added } = calibration
  const total = added + embedded
  return total < renewedFrom * vectors ? { neighbours, vectors, added: total } : undefined
}

async function scriptsOf(space: KeptSpace, { sameModels, backend, signal }: Calibrating) {
  const calibration = sameModels && (await readCalibration(sameModels, space))
  if (calibration) return calibration.scripts
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

/** Number of sampled chunks; each takes one exact search. */
const sampleSize = 64
/** Number of other documents to average over; a single one could be a copy. */
const neighbours = 5
/** Number of chunks to fetch to find that many documents. */
const searchLimit = 50

/**
 * Measures how similar the documents of a collection are: the median, over a sample of chunks, of the mean cosine to the nearest
 * chunk in each of the five nearest other documents. A collection about one subject has higher cosines, even to questions that
 * it does not answer.
 * @returns null if the store returns no sample, or no chunk has a neighbour in another document
 */
async function measureCollection(
  store: Store,
  space: Space,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const sample = (await store.sampleVectors?.(space, sampleSize)) ?? []
  const means: number[] = []
  for (const { id, vector } of sample) {
    signal?.throwIfAborted()
    const near = await store.findByVector({ space, vector, limit: searchLimit })
    const { items } = await store.readItems([id, ...near.map((candidate) => candidate.id)])
    const documents = new Map(items.map((item) => [item.id, `${item.locator.root}:${item.locator.path}`]))
    const best = new Map<string | undefined, number>([[documents.get(id), 1]])
    for (const candidate of near) {
      const document = documents.get(candidate.id)
      if (!best.has(document)) best.set(document, candidate.score)
    }
    const [, ...others] = best.values()
    if (others.length > 0) means.push(mean(others.slice(0, neighbours)))
  }
  return means.toSorted((a, b) => a - b)[Math.floor(means.length / 2)] ?? null
}
