import { basename } from 'node:path'
import type { EmbeddingModel } from '@recallite/embeddings'
import { openModel, orDispose } from '@recallite/embeddings/process'
import { applyPrompt, promptStyleOf, shorteningOf } from '@recallite/embeddings/provider'
import type { LoadRequest } from './load-model.js'
import { nameFolder } from './read-model-folder.js'
import { resolveSettings, type OnnxEmbeddingsSettings } from './settings.js'

/**
 * Loads an ONNX embedding model in a child process, so that a crash in native code does not end the program, and computing
 * does not hold up its event loop. Never uses the network. It computes on all cores, queries first. Vectors have length 1;
 * longer texts than the model takes are cut. The process ends with `dispose` or the program, and does not keep the program
 * running while idle.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if a file is missing or damaged, the folder contains no
 * embedding model, ONNX Runtime does not run here, or its vectors cannot be shortened as asked
 */
export async function createOnnxEmbeddings(settings: OnnxEmbeddingsSettings): Promise<EmbeddingModel> {
  const { modelPath, pooling, threads, contextSize, child, loadTimeout, embedTimeout } =
    resolveSettings(settings)
  const load: LoadRequest = { modelPath, pooling, threads, contextSize }
  const model = await openModel(
    {
      child,
      load,
      modelPath,
      kind: 'embedding model',
      remedy: nameFolder,
      loadTimeout,
      computeTimeout: embedTimeout,
    },
    settings.signal,
  )
  const name = basename(modelPath)
  const { dimensions, shorten } = await orDispose(model, () =>
    shorteningOf({ names: [name], dimensions: model.facts.dimensions }, settings),
  )
  const promptStyle = settings.promptStyle ?? promptStyleOf(name)
  return {
    identity: { provider: 'onnx', model: name, dimensions, promptStyle },
    maxBatchItems: 16,
    maxBatchTokens: 8000,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      const prompted = texts.map((text) => applyPrompt(promptStyle, role, text))
      const vectors = await model.compute(prompted, { signal, isUrgent: role === 'query' })
      return vectors.map(shorten)
    },
    dispose: () => model.dispose(),
  }
}
