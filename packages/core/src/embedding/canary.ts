import { EmbeddingError, type EmbeddingModel, untilAborted } from '@recallite/embeddings'
import { isSameSpace, type KeptSpace, type Store } from '@recallite/store'
import type { HeldBackend } from './chain.js'
import { nameOf } from './backend.js'

/**
 * A sentence whose vector, embedded as a query, is stored with each space. If a model later returns another vector, it is a
 * different model under the same name, and its vectors cannot be compared with the stored ones.
 */
export const canarySentence = 'The lighthouse keeper counts the ships that pass before the storm of 1887.'

/** Hosted models vary slightly from day to day; other models have a much lower similarity. */
const minCosine = 0.999

/** Different texts only have the same vector if a provider returns one vector for all texts. */
const identicalCosine = 1 - 1e-9

export interface FillingModel {
  readonly store: Store
  readonly backend: HeldBackend
  readonly model: EmbeddingModel
  readonly signal: AbortSignal | undefined
}

/** Whether two vectors have the same direction, up to rounding. */
export function isSameVector(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && cosine(a, b) >= identicalCosine
}

/** @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if the model has changed */
export function assertSameModel(name: string, stored: Float32Array, now: Float32Array): void {
  if (stored.length === now.length && cosine(stored, now) >= minCosine) return
  throw new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `${name} returns vectors that differ from those in the index: the model has changed under the same name. Re-embed with 'recallite spaces drop ${name}' and 'recallite index', or restore the old model.`,
  )
}

/** @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` if a text received the vector of the canary sentence */
export function assertDistinctVector(name: string, vector: Float32Array, canary: Float32Array | null): void {
  if (canary === null || !isSameVector(vector, canary)) return
  throw new EmbeddingError('EMBEDDING_RESPONSE_INVALID', sameVectorReason(name))
}

export const sameVectorReason = (name: string) => `${name} returns the same vector for different texts`

/** The cosine similarity of two vectors of equal length; NaN if one is all zeros. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/**
 * Embeds the canary sentence, and checks that the model is still the one that filled its space.
 * @param texts queries to embed in the same request
 * @returns the vector of the sentence, the vectors of the queries, and the sentence's stored vector: null if the space has none
 * or has no other vectors
 * @throws EmbeddingError; the signal's reason
 */
export async function verifyModel(
  model: EmbeddingModel,
  spaces: readonly KeptSpace[],
  { texts = [], signal }: { texts?: readonly string[]; signal: AbortSignal | undefined },
) {
  const { identity } = model
  const space = spaces.find((other) => isSameSpace(other, identity))
  const stored = space?.hasVectors ? space.canary : null
  const request = { texts: [...texts, canarySentence], role: 'query', signal } as const
  const answered = await untilAborted(model.embed(request), signal)
  const canary = answered.at(-1) ?? new Float32Array()
  if (stored) assertSameModel(nameOf(identity), stored, canary)
  return { canary, vectors: answered.slice(0, -1), stored }
}

/** The space that the same model filled under another name, for example before its file was renamed. */
async function findRenamed(store: Store, { identity }: EmbeddingModel, canary: Float32Array) {
  const { provider, model } = identity
  const isSame = (value: number, slot: number) => Math.abs(value - (canary[slot] ?? NaN)) <= 1e-5
  return (await store.listSpaces()).find(
    (space) => isSameSpace({ ...space, provider, model }, identity) && space.canary?.every(isSame),
  )
}

/** Verifies the model and returns the canary's vector. A new space is added, or a renamed one found, once the model has answered. */
export async function verifiedCanary(
  { store, backend, model, signal }: FillingModel,
  space: KeptSpace | undefined,
): Promise<Float32Array> {
  if (space?.canary && backend.isVerified) return space.canary
  const { canary, stored } = await verifyModel(model, space ? [space] : [], { signal })
  const replaces = space ? undefined : await findRenamed(store, model, canary)
  if (!stored) await store.putSpace(model.identity, { source: backend.source, canary, replaces })
  backend.isVerified = true
  backend.breaker.succeeded()
  return stored ?? canary
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let slot = 0; slot < a.length; slot += 1) sum += (a[slot] ?? 0) * (b[slot] ?? 0)
  return sum
}
