import { checked, EmbeddingError, withRetry, type EmbeddingModel } from '@recallite/embeddings'

const howToAdd =
  'local models need one more package: npm install -g @recallite/embeddings-llama (beside @recallite/eval, or without -g in a project)'

async function loadProvider() {
  try {
    return await import('@recallite/embeddings-llama')
  } catch (cause) {
    throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', howToAdd, { cause })
  }
}

/**
 * Opens a GGUF model in a process of its own.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export async function openLocalModel(modelPath: string): Promise<EmbeddingModel> {
  const { createLlamaEmbeddings } = await loadProvider()
  return withRetry(checked(await createLlamaEmbeddings({ modelPath })))
}
