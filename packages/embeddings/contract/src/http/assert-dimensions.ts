import { EmbeddingError } from '../errors.js'

/**
 * Refuses a setting that is no length of a vector.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export function assertDimensions(dimensions: number): void {
  if (Number.isSafeInteger(dimensions) && dimensions >= 1) return
  throw new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `${dimensions} is no length of a vector. Set dimensions to a whole number from 1.`,
  )
}
