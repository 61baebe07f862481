import { readVector } from './read-vector.js'
import { takeVectors } from './take-vectors.js'
import { noEmbeddings } from './unusable-answer.js'

/**
 * The length of a model's vectors, from the first it answered with.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` where that is no good vector
 */
export function learnLength(wire: unknown, source: string): number {
  if (!Array.isArray(wire)) throw noEmbeddings(source)
  takeVectors([readVector(wire, wire.length)], source)
  return wire.length
}
