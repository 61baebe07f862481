import type { EmbeddingModel } from '@recallite/embeddings'
import { applyPrompt, type PromptStyle, promptStyleOf, shorteningOf } from '@recallite/embeddings/provider'
import { orDispose } from '@recallite/embeddings/process'
import { openGguf } from './open-gguf.js'
import { type LlamaEmbeddingsSettings, resolveSettings } from './settings.js'

/**
 * Loads a GGUF embedding model in a child process, so that a crash in native code does not end the program. Never uses
 * the network. It computes on all cores, queries first. The process ends with `dispose` or the program, and does not keep
 * the program running while idle. Texts longer than the model's context are cut.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if the file is missing, damaged or no embedding model, or does
 * not load in time, or if its vectors cannot be shortened as asked
 */
export async function createLlamaEmbeddings(settings: LlamaEmbeddingsSettings): Promise<EmbeddingModel> {
  const model = await openGguf(resolveSettings(settings, 'embed'), settings.signal)
  const { facts, modelName } = model
  const { dimensions, shorten } = await orDispose(model, () =>
    shorteningOf({ names: [modelName, facts.name], dimensions: facts.dimensions }, settings),
  )
  const promptStyle = settings.promptStyle ?? judgePromptStyle(modelName, facts.name)
  return {
    identity: { provider: 'local', model: modelName, dimensions, promptStyle },
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

function judgePromptStyle(fileName: string, nameInFile: string): PromptStyle {
  const style = promptStyleOf(fileName)
  return style === 'plain' ? promptStyleOf(nameInFile) : style
}
