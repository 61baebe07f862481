import type { EmbeddingModel } from '@recallite/embeddings'
import { type Answer, type LoopbackServer, startServer } from '@recallite/test-kit'
import { createOllamaEmbeddings, type OllamaEmbeddingsSettings } from '../create-ollama-embeddings.js'

/** A model with vectors of 8 numbers, and its server with the given answer. */
export async function createModel(
  answer: Answer,
  settings: Partial<OllamaEmbeddingsSettings> = {},
): Promise<{ model: EmbeddingModel; server: LoopbackServer }> {
  const server = await startServer(answer)
  const model = await createOllamaEmbeddings({ dimensions: 8, baseUrl: server.url, ...settings })
  return { model, server }
}

/** The error of a call. */
export function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )
}

/** A permanent failure. */
export const unavailable = { name: 'EmbeddingError', code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }
/** A failure that may be retried. */
export const later = { name: 'EmbeddingError', code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }
/** An unusable answer. */
export const unreadable = { name: 'EmbeddingError', code: 'EMBEDDING_RESPONSE_INVALID', isRetryable: false }
