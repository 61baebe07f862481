import { EmbeddingError } from '@recallite/embeddings'
import type { FailedResponse } from '@recallite/embeddings/http'

/**
 * The error for a job or a file of results that is not there: deleted, too old, or of another account. Undefined for
 * anything else, also for an address that the server does not know.
 */
export function explainGoneJob({ provider, host, status, body }: FailedResponse): EmbeddingError | undefined {
  const message = status === 404 ? messageOf(body) : undefined
  if (message === undefined || /\b(?:invalid|unknown)(?: request)? url\b/i.test(message)) return undefined
  return new EmbeddingError(
    'EMBEDDING_REQUEST_INVALID',
    `${provider} at ${host} does not have the batch job or its results any more; submit its texts again.`,
  )
}

/** The message of the API's own error, which a page of a server before it has not; empty where it says nothing. */
function messageOf(body: unknown): string | undefined {
  try {
    const { error } = JSON.parse(String(body)) as { error?: { message?: unknown } | null }
    return typeof error === 'object' && error !== null ? String(error.message ?? '') : undefined
  } catch {
    return undefined
  }
}
