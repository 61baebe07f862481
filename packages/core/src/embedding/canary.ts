import { EmbeddingError } from '@recallite/embeddings'
import { cosine } from './cosine.js'

/**
 * A sentence whose vector is kept with each space. A model that answers it otherwise later is another model under the
 * same name, and its vectors cannot be compared with those that are there. It is embedded as a query.
 */
export const canarySentence = 'The lighthouse keeper counts the ships that pass before the storm of 1887.'

/** Hosted models give slightly different numbers from day to day; other models are far away. */
const leastCosine = 0.999

/** Two texts never have one vector unless a provider answers everybody alike; rounding aside. */
const identicalCosine = 1 - 1e-9

/** Whether two vectors point the same way, as far as numbers go. */
export function isSameVector(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && cosine(a, b) >= identicalCosine
}

/** @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` where the model is another one than it was */
export function assertSameModel(
  name: string,
  { kept, now }: { kept: Float32Array; now: Float32Array },
): void {
  if (kept.length === now.length && cosine(kept, now) >= leastCosine) return
  throw new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `${name} gives other vectors than those in the index: the model has changed under the same name. Embed anew with 'recallite spaces drop ${name}' and 'recallite index', or bring the old model back.`,
  )
}

/** @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` where a text got the vector of the canary sentence */
export function assertOwnVector(name: string, vector: Float32Array, canary: Float32Array | null): void {
  if (canary === null || !isSameVector(vector, canary)) return
  throw new EmbeddingError(
    'EMBEDDING_RESPONSE_INVALID',
    `${name} answers different texts with one and the same vector`,
  )
}
