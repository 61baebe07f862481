import {
  EmbeddingError,
  unavailable,
  untilAborted,
  type EmbeddingModel,
  type EmbeddingRequest,
} from '@recallite/embeddings'
import { applyPrompt, promptStyleOf } from '@recallite/embeddings/provider'
import { loadModel, type LoadedModel, wordsOf } from './load-model.js'
import { resolveSettings, type OnnxEmbeddingsSettings } from './settings.js'

/**
 * Loads an ONNX embedding model into this process. Never uses the network. Vectors have length 1; longer texts than the
 * model takes are cut. ONNX Runtime computes on the calling thread, one text at a time, so an aborted call ends before
 * its next text.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if a file is missing or damaged, the folder contains no
 * embedding model, or ONNX Runtime does not run here
 */
export async function createOnnxEmbeddings(settings: OnnxEmbeddingsSettings): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const resolved = resolveSettings(settings)
  const loading = loadModel(resolved)
  const model = await untilAborted(loading, settings.signal).catch(async (error: unknown) => {
    // The loading was aborted, so its failure does not matter.
    void loading.then(
      (late) => late.release(),
      () => undefined,
    )
    throw error
  })
  const promptStyle = resolved.promptStyle ?? promptStyleOf(model.name)
  const runner = createRunner(model, resolved.modelPath)
  return {
    identity: { provider: 'onnx', model: model.name, dimensions: model.dimensions, promptStyle },
    maxBatchItems: 16,
    maxBatchTokens: 8000,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      const prompted = texts.map((text) => applyPrompt(promptStyle, role, text))
      return untilAborted(runner.embed(prompted, signal), signal)
    },
    dispose: () => runner.dispose(),
  }
}

/** Embeds texts one after the other, and releases the model when none is running. */
function createRunner(model: LoadedModel, modelPath: string) {
  let disposal: Promise<void> | undefined
  let current: Promise<unknown> = Promise.resolve()
  const embedOne = async (text: string, where: string) => {
    if (disposal !== undefined) throw disposedOf(modelPath)
    const vector = model.embed(text)
    current = Promise.allSettled([current, vector])
    return vector.catch((cause: unknown) => {
      const message = `${where} has no embedding: ${wordsOf(cause)}. Leave it out.`
      throw new EmbeddingError('EMBEDDING_REQUEST_INVALID', message, { cause })
    })
  }
  return {
    async embed(texts: readonly string[], signal: EmbeddingRequest['signal']): Promise<Float32Array[]> {
      if (disposal !== undefined) throw disposedOf(modelPath)
      const vectors: Float32Array[] = []
      for (const [position, text] of texts.entries()) {
        signal?.throwIfAborted()
        vectors.push(await embedOne(text, `Text ${position} of ${texts.length}`))
      }
      return vectors
    },
    dispose: () => (disposal ??= current.then(() => model.release())),
  }
}

function disposedOf(modelPath: string): EmbeddingError {
  return unavailable(`The embedding model ${modelPath} was disposed of. Create it again.`)
}
