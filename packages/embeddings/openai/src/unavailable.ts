import { EmbeddingError } from '@recallite/embeddings'

/** The error for settings that no request can be made with. The reason is a sentence and says what to do. */
export function unavailable(reason: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', reason)
}
