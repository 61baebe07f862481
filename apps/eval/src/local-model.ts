import { loadProvider, type EmbeddingModel } from '@recallite/embeddings'

const provider = {
  name: '@recallite/embeddings-llama',
  beside: '@recallite/eval',
  load: () => import('@recallite/embeddings-llama'),
}

/**
 * Opens a GGUF model in a process of its own.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export async function openLocalModel(modelPath: string, signal?: AbortSignal): Promise<EmbeddingModel> {
  const { createLlamaEmbeddings } = await loadProvider(provider)
  return createLlamaEmbeddings({ modelPath, signal })
}
