import { takeInOrder, type ExpectedAnswer } from '@recallite/embeddings/http'
import { readUnitVector } from './read-unit-vector.js'
import { valueAt } from './value-at.js'

/**
 * The vectors of an answer, in its order: it tells by position alone which text each belongs to.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` when a text has no good vector, with those of the others
 */
export function readEmbeddings(answer: unknown, expected: ExpectedAnswer): Float32Array[] {
  return takeInOrder(valueAt(answer, 'embeddings'), expected, (embedding) =>
    readUnitVector(valueAt(embedding, 'values'), expected.dimensions),
  )
}
