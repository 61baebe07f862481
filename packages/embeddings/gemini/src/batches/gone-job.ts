import { EmbeddingError } from '@recallite/embeddings'
import type { FailedResponse } from '@recallite/embeddings/http'
import { valueAt } from '../value-at.js'

/**
 * The error for a job or a file of answers that is not there: deleted, too old, or of another account. Of some the API
 * says with 403 that they may not exist. Undefined for anything else, also for a page of a server before the API.
 */
export function explainGoneJob({ host, status, body }: FailedResponse): EmbeddingError | undefined {
  const error = errorOf(body)
  const isGone =
    status === 404 || (status === 403 && /may not exist/i.test(String(valueAt(error, 'message'))))
  if (!isGone || typeof error !== 'object') return undefined
  return new EmbeddingError(
    'EMBEDDING_REQUEST_INVALID',
    `gemini at ${host} does not have the batch job or its answers any more; submit its texts again.`,
  )
}

function errorOf(body: unknown): unknown {
  try {
    return valueAt(JSON.parse(String(body)), 'error')
  } catch {
    return undefined
  }
}
