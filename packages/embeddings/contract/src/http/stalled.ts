import { EmbeddingError } from '../errors.js'

/** The error for an answer that takes too long; `what` completes "the host …". */
export function stalled(host: string, what: string): EmbeddingError {
  const message = `${host} ${what}; try again, or allow it more time.`
  return new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true })
}
