import type { EmbeddingModel } from '@recallite/embeddings'
import { createLocalEmbeddings, type LocalEmbeddingsSettings } from '@recallite/embeddings/process'
import type { Pooling } from './network.js'
import { openFolder } from './open-folder.js'

/** The settings of a local ONNX model. Each thread has a network of its own as far as memory allows. */
export interface OnnxEmbeddingsSettings extends LocalEmbeddingsSettings {
  /**
   * A model folder in the layout of transformers.js: `config.json`, `tokenizer.json`, and `onnx/model_quantized.onnx`
   * or `onnx/model.onnx`; optionally `tokenizer_config.json` and `1_Pooling/config.json`.
   */
  readonly modelPath: string
  /** How token vectors become one; default by `1_Pooling/config.json`, else by the name of the folder. */
  readonly pooling?: Pooling | undefined
}

/**
 * Loads an ONNX embedding model in a child process, so that a crash in native code does not end the program, and computing
 * does not hold up its event loop. Never uses the network. It computes on all cores, queries first. Vectors have length 1;
 * longer texts than the model takes are cut. The process ends with `dispose` or the program, and does not keep the program
 * running while idle.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if a file is missing or damaged, the folder contains no
 * embedding model, ONNX Runtime does not run here, or its vectors have another length than is set
 */
export async function createOnnxEmbeddings(settings: OnnxEmbeddingsSettings): Promise<EmbeddingModel> {
  const model = await openFolder(settings, { kind: 'embedding model', reading: settings.pooling })
  return createLocalEmbeddings(model, { provider: 'onnx', names: [model.modelName] }, settings)
}
