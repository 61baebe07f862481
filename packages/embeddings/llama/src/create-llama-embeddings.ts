import type { EmbeddingModel } from '@recallite/embeddings'
import { createLocalEmbeddings, type LocalEmbeddingsSettings } from '@recallite/embeddings/process'
import { openGguf } from './open-gguf.js'

/** The settings of a local GGUF model. `promptStyle` defaults by the name of the file, then by the name stored in it. */
export type LlamaEmbeddingsSettings = LocalEmbeddingsSettings

/**
 * Loads a GGUF embedding model in a child process, without using the network. Texts longer than the context are cut.
 * Rejects with `EMBEDDING_MODEL_UNAVAILABLE` if the file is missing, damaged or not an embedding model, does not load in
 * time, or has vectors of another length than `dimensions`.
 */
export async function createLlamaEmbeddings(settings: LlamaEmbeddingsSettings): Promise<EmbeddingModel> {
  const model = await openGguf(settings, 'embed')
  const names = [model.modelName, model.facts.name] as const
  return createLocalEmbeddings(model, { provider: 'local', names }, settings)
}
