import { basename } from 'node:path'
import { type LocalModel, openModel } from '@recallite/embeddings/process'
import type { LoadRequest } from './load-request.js'
import { checkModelFile, kindOf, nameModel } from './model-file.js'
import type { ResolvedSettings } from './settings.js'

/** A GGUF file in a child process. */
interface OpenGguf extends LocalModel {
  /** The name of the file without `.gguf`. */
  readonly modelName: string
}

/**
 * Loads a GGUF file in a child process.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if the file is missing, damaged or no model for the task, or does
 * not load in time
 */
export async function openGguf(
  settings: ResolvedSettings,
  signal: AbortSignal | undefined,
): Promise<OpenGguf> {
  signal?.throwIfAborted()
  const { task, modelPath, threads, contextSize, child, loadTimeout, embedTimeout } = settings
  await checkModelFile(modelPath, task)
  const load: LoadRequest = { task, modelPath, threads, contextSize }
  const model = await openModel(
    {
      child,
      load,
      modelPath,
      kind: kindOf[task],
      remedy: nameModel(task),
      loadTimeout,
      computeTimeout: embedTimeout,
    },
    signal,
  )
  return { ...model, modelName: basename(modelPath).replace(/\.gguf$/i, '') }
}
