import type { EmbeddingModel } from '@recallite/embeddings'
import { createLocalEmbeddings, type LocalEmbeddingsSettings } from '@recallite/embeddings/process'
import { openGguf } from './open-gguf.js'

/**
 * The settings of a local GGUF model; `modelPath` is the file. The prefixes are by default chosen by the name of the file, then
 * by the name stored in it. Each thread has a context of its own as far as memory allows.
 */
export type LlamaEmbeddingsSettings = LocalEmbeddingsSettings

/**
 * Loads a GGUF embedding model in a child process, so that a crash in native code does not end the program. Never uses
 * the network. It computes on all cores, queries first. The process ends with `dispose` or the program, and does not keep
 * the program running while idle. Texts longer than the model's context are cut.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if the file is missing, damaged or no embedding model, or does
 * not load in time, or if its vectors have another length than is set
 */
export async function createLlamaEmbeddings(settings: LlamaEmbeddingsSettings): Promise<EmbeddingModel> {
  const model = await openGguf(settings, 'embed')
  const names = [model.modelName, model.facts.name] as const
  return createLocalEmbeddings(model, { provider: 'local', names }, settings)
}
