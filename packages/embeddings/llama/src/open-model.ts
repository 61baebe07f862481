import { basename } from 'node:path'
import { untilAborted } from '@recallite/embeddings'
import { modelUnavailable } from '@recallite/embeddings/provider'
import { checkModelFile, kindOf } from './model-file.js'
import { type ModelProcess, startModelProcess } from './model-process.js'
import { keepProcess } from './process-keeper.js'
import type { ResolvedSettings } from './settings.js'
import type { LaneOptions } from './text-lane.js'

/**
 * Loads a model in a child process.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if the file is missing, damaged or no model for the task, or does
 * not load in time
 */
export async function openModel(settings: ResolvedSettings, signal: AbortSignal | undefined) {
  signal?.throwIfAborted()
  const { modelPath, task } = settings
  await checkModelFile(modelPath, task)
  const first = await startModelProcess({ settings, signal })
  const modelName = basename(modelPath).replace(/\.gguf$/i, '')
  const keeper = keepProcess(first, {
    kind: kindOf[task],
    modelName,
    async start(disposal) {
      const process = await startModelProcess({ settings, signal: disposal })
      return refuseOther(process, first, settings)
    },
  })
  return {
    facts: first.facts,
    /** The name of the file without `.gguf`. */
    modelName,
    /** One vector for each text; rejects with the signal's reason as soon as it aborts. */
    async compute(texts: readonly string[], options: LaneOptions): Promise<Float32Array[]> {
      const process = await untilAborted(keeper.current(), options.signal)
      return texts.length === 0 ? [] : untilAborted(process.compute(texts, options), options.signal)
    },
    dispose: () => keeper.dispose(),
  }
}

/** A file that was replaced meanwhile must not mix vectors of two models in one space. */
async function refuseOther(
  process: ModelProcess,
  first: ModelProcess,
  { modelPath, task }: Pick<ResolvedSettings, 'modelPath' | 'task'>,
) {
  const { name, dimensions } = process.facts
  if (name === first.facts.name && dimensions === first.facts.dimensions) return process
  const error = modelUnavailable({
    kind: kindOf[task],
    modelPath,
    reason: 'another model was put in its place while it was in use',
    remedy: 'Create the model anew',
  })
  await process.stop(error)
  throw error
}
