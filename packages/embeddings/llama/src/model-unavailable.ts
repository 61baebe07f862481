import { EmbeddingError } from '@recallite/embeddings'

/** The error for a model that cannot be used: one line that names the file, the reason and the way out. */
export function modelUnavailable(modelPath: string, reason: string): EmbeddingError {
  return new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `The embedding model ${modelPath} cannot be used: ${reason}. Download the file again or choose another GGUF embedding model.`,
  )
}
