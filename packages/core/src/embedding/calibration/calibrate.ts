import { EmbeddingError } from '@recallite/embeddings'
import type { KeptSpace, Store, Space } from '@recallite/store'
import { isSameSpace, isSpaceOf } from '../backend.js'
import type { HeldBackend } from '../chain.js'
import { type Calibration, readCalibration, writeCalibration } from './calibration.js'
import { mean, measureModel } from './measure-model.js'

/** The share of the vectors that has to be new before a collection is measured again. */
const renewedFrom = 0.2

interface Calibrating {
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
  const space = store.notes && (await store.listSpaces()).findLast((kept) => isSpaceOf(kept, backend))
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

/** A model that is calibrated for other documents is not asked again. */
async function scriptsOf(space: KeptSpace, { sameModels, backend, signal }: Calibrating) {
  const known = sameModels && (await readCalibration(sameModels, space))
  if (known) return known.scripts
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

/** How many chunks are compared with the others: one exact search each. */
const sampled = 64
/** How many other documents count for each. */
const neighbours = 5
/** How many chunks are asked for to find that many documents. */
const reach = 50

/**
 * Measures how near the documents of a collection are to each other: the median over a sample of chunks of the mean cosine to
 * the nearest chunk in each of the five nearest other documents. A collection about one subject has higher cosines, also
 * to questions that it does not answer. The single nearest document would fail on repeated texts.
 * @returns null if the store gives no sample, or no chunk has a neighbour in another document
 * @throws StoreError
 */
async function measureCollection(
  store: Store,
  space: Space,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const sample = (await store.sampleVectors?.(space, sampled)) ?? []
  const means: number[] = []
  for (const { id, vector } of sample) {
    signal?.throwIfAborted()
    const near = await store.findByVector({ space, vector, limit: reach })
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
