import { EmbeddingError, type EmbeddingModel, untilAborted } from '@recallite/embeddings'
import type { KeptSpace, Store } from '@recallite/store'
import type { HeldBackend } from './chain.js'
import { isSameSpace, nameOf } from './backend.js'

/**
 * A sentence whose vector is stored with each space. A model that later gives it another vector is another model under the
 * same name, and its vectors cannot be compared with the stored ones. It is embedded as a query.
 */
export const canarySentence = 'The lighthouse keeper counts the ships that pass before the storm of 1887.'

/** Hosted models vary slightly from day to day; other models are far away. */
const leastCosine = 0.999

/** Two texts have the same vector, up to rounding, only if a provider gives all texts the same one. */
const identicalCosine = 1 - 1e-9

/** A model that is about to fill its space. */
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
export function assertSameModel(name: string, kept: Float32Array, now: Float32Array): void {
  if (kept.length === now.length && cosine(kept, now) >= leastCosine) return
  throw new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `${name} gives other vectors than those in the index: the model has changed under the same name. Embed anew with 'recallite spaces drop ${name}' and 'recallite index', or bring the old model back.`,
  )
}

/** @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` if a text got the vector of the canary sentence */
export function assertOwnVector(name: string, vector: Float32Array, canary: Float32Array | null): void {
  if (canary === null || !isSameVector(vector, canary)) return
  throw new EmbeddingError(
    'EMBEDDING_RESPONSE_INVALID',
    `${name} answers different texts with one and the same vector`,
  )
}

/** The cosine similarity of two vectors of one length; NaN if one is all zero. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/**
 * Embeds the canary sentence, and makes sure that the model is still that of its space, if it has one.
 * @param texts queries to embed with the same request
 * @returns the model's vector of the sentence, the vectors of the queries, and the vector that the space keeps: null if it
 * keeps none or has no other vectors
 * @throws EmbeddingError; the signal's reason
 */
export async function verifyModel(
  model: EmbeddingModel,
  spaces: readonly KeptSpace[],
  { texts = [], signal }: { texts?: readonly string[]; signal: AbortSignal | undefined },
) {
  const { identity } = model
  const space = spaces.find((other) => isSameSpace(other, identity))
  const kept = space?.hasVectors ? space.canary : null
  const request = { texts: [...texts, canarySentence], role: 'query', signal } as const
  const answered = await untilAborted(model.embed(request), signal)
  const canary = answered.at(-1) ?? new Float32Array()
  if (kept) assertSameModel(nameOf(identity), kept, canary)
  return { canary, vectors: answered.slice(0, -1), kept }
}

/**
 * The canary's vector of a space, after verifying the model. Adds a new space only now, when the model has answered.
 * @throws EmbeddingError
 */
export async function verifiedCanary(
  { store, backend, model, signal }: FillingModel,
  space: KeptSpace | undefined,
): Promise<Float32Array> {
  if (space?.canary && backend.isVerified) return space.canary
  const { canary, kept } = await verifyModel(model, space ? [space] : [], { signal })
  if (!kept) {
    await store.putSpace(model.identity, { source: backend.source, canary })
  }
  backend.isVerified = true
  backend.breaker.succeeded()
  return kept ?? canary
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let slot = 0; slot < a.length; slot += 1) sum += (a[slot] ?? 0) * (b[slot] ?? 0)
  return sum
}
