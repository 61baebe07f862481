import { basename } from 'node:path'
import { type EmbeddingModel, untilAborted } from '@recallite/embeddings'
import {
  applyPrompt,
  modelUnavailable,
  type PromptStyle,
  promptStyleOf,
} from '@recallite/embeddings/provider'
import { checkModelFile } from './model-file.js'
import { type ModelProcess, startModelProcess } from './model-process.js'
import { keepProcess } from './process-keeper.js'
import { type LlamaEmbeddingsSettings, resolveSettings } from './settings.js'

/**
 * Loads a GGUF embedding model in a child process, so that a crash in native code does not end the program. Never uses
 * the network. The process ends with `dispose` or the program, and does not keep the program running while idle. Texts
 * longer than the model's context are cut.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if the file is missing, damaged or no embedding model, or does
 * not load in time
 */
export async function createLlamaEmbeddings(settings: LlamaEmbeddingsSettings): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const resolved = resolveSettings(settings)
  await checkModelFile(resolved.modelPath)
  const first = await startModelProcess({ settings: resolved, signal: settings.signal })
  const modelName = basename(resolved.modelPath).replace(/\.gguf$/i, '')
  const promptStyle = settings.promptStyle ?? judgePromptStyle(modelName, first.facts.name)
  const keeper = keepProcess(first, {
    modelName,
    async start(signal) {
      const process = await startModelProcess({ settings: resolved, signal })
      return refuseOther(process, first, resolved.modelPath)
    },
  })
  return {
    identity: { provider: 'local', model: modelName, dimensions: first.facts.dimensions, promptStyle },
    maxBatchItems: 16,
    maxBatchTokens: 8000,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      const prompted = texts.map((text) => applyPrompt(promptStyle, role, text))
      const process = await untilAborted(keeper.current(), signal)
      return prompted.length === 0
        ? []
        : untilAborted(process.embed(prompted, { signal, isUrgent: role === 'query' }), signal)
    },
    dispose: () => keeper.dispose(),
  }
}

function judgePromptStyle(fileName: string, nameInFile: string): PromptStyle {
  const style = promptStyleOf(fileName)
  return style === 'plain' ? promptStyleOf(nameInFile) : style
}

/** A file that was replaced meanwhile must not mix vectors of two models in one space. */
async function refuseOther(process: ModelProcess, first: ModelProcess, modelPath: string) {
  const { name, dimensions } = process.facts
  if (name === first.facts.name && dimensions === first.facts.dimensions) return process
  const error = modelUnavailable({
    modelPath,
    reason: 'another model was put in its place while it was in use',
    remedy: 'Create the model anew',
  })
  await process.stop(error)
  throw error
}
