import { openLocalModel as openModel } from '@recallite/command-line'
import type { EmbeddingModel } from '@recallite/embeddings'

/** An import of our own: the provider is looked for from here. */
const loadProvider = () => import('@recallite/embeddings-llama')

/**
 * Opens a GGUF model in a process of its own.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export function openLocalModel(modelPath: string, signal?: AbortSignal): Promise<EmbeddingModel> {
  return openModel(modelPath, { beside: '@recallite/eval', loadProvider, signal })
}
