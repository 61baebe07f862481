import type { EmbeddingModel } from '@recallite/embeddings'
import { playedModel, writeModelFile } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { createLlamaEmbeddings } from '../create-llama-embeddings.js'
import type { LlamaEmbeddingsSettings } from '../create-llama-embeddings.js'

/** What a call rejects with when the same may succeed later. */
export const retryable = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }

/** What a call rejects with when the model is gone for good. */
export const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }

/** A model in a played child, gone when the running test ends. Without prefixes unless told. */
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

/** Embeds documents. */
export function ask(model: EmbeddingModel, texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
  return model.embed({ texts, role: 'document', signal })
}
