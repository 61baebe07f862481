import type { EmbeddingModel } from '@recallite/embeddings'
import { createLocalEmbeddings, type LocalEmbeddingsSettings } from '@recallite/embeddings/process'
import type { Pooling } from './network.js'
import { openFolder } from './open-folder.js'

/** The settings of a local ONNX model. */
export interface OnnxEmbeddingsSettings extends LocalEmbeddingsSettings {
  /**
   * A folder in the layout of transformers.js: `config.json`, `tokenizer.json` and `onnx/model_quantized.onnx` or
   * `onnx/model.onnx`; optionally `tokenizer_config.json` and `1_Pooling/config.json`.
   */
  readonly modelPath: string
  /** Default: by `1_Pooling/config.json`, else by the name of the folder. */
  readonly pooling?: Pooling | undefined
}

/**
 * Loads an ONNX embedding model in a child process, without using the network. Vectors have length 1; long texts are cut.
 * Rejects with `EMBEDDING_MODEL_UNAVAILABLE` if a file is missing or damaged, the folder has no embedding model, ONNX
 * Runtime does not run here, or the vectors have another length than `dimensions`.
 */
export async function createOnnxEmbeddings(settings: OnnxEmbeddingsSettings): Promise<EmbeddingModel> {
  const model = await openFolder(settings, { kind: 'embedding model', reading: settings.pooling })
  return createLocalEmbeddings(model, { provider: 'onnx', names: [model.modelName] }, settings)
}
