import type { EmbeddingModel } from '@recallite/embeddings'
import { playedModel, writeModelFile } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { createLlamaEmbeddings } from '../create-llama-embeddings.js'
import type { LlamaEmbeddingsSettings } from '../create-llama-embeddings.js'

/** A failure that may be retried. */
export const retryable = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }

/** A failure that is permanent. */
export const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }

/** A model in a simulated child, disposed when the test ends. Without prefixes by default. */
export async function createTestModel(settings: Partial<LlamaEmbeddingsSettings> = {}): Promise<EmbeddingModel> {
  const model = await createLlamaEmbeddings({
    modelPath: writeModelFile(),
    child: playedModel,
    promptStyle: 'plain',
    ...settings,
  })
  onTestFinished(() => model.dispose?.())
  return model
}

export function ask(model: EmbeddingModel, texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
  return model.embed({ texts, role: 'document', signal })
}
