import type { EmbeddingModel } from '@recallite/embeddings'
import { type Answer, type LoopbackServer, startServer } from '@recallite/test-kit'
import { createOllamaEmbeddings, type OllamaEmbeddingsSettings } from '../create-ollama-embeddings.js'

/** A model of vectors with 8 numbers, before a server that answers as told. */
export async function createModel(
  answer: Answer,
  settings: Partial<OllamaEmbeddingsSettings> = {},
): Promise<{ model: EmbeddingModel; server: LoopbackServer }> {
  const server = await startServer(answer)
  const model = await createOllamaEmbeddings({ dimensions: 8, baseUrl: server.url, ...settings })
  return { model, server }
}

/** What a call rejects with. */
export function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )
}

/** Of errors that no waiting mends. */
export const unavailable = { name: 'EmbeddingError', code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }
/** Of errors of calls that may be repeated. */
export const later = { name: 'EmbeddingError', code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }
/** Of errors for answers that cannot be used. */
export const unreadable = { name: 'EmbeddingError', code: 'EMBEDDING_RESPONSE_INVALID', isRetryable: false }
