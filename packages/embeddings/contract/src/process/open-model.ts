import { modelUnavailable } from '../model-unavailable.js'
import { untilAborted } from '../with-deadline.js'
import { type LocalModelSettings, type ModelProcess, startModelProcess } from './model-process.js'
import { keepProcess } from './process-keeper.js'
import type { ModelFacts } from './protocol.js'
import type { ComputeOptions } from './text-lanes.js'

/** A model in a child process. */
export interface LocalModel {
  readonly facts: ModelFacts
  /** One vector for each text; rejects with the signal's reason as soon as it aborts. */
  compute(texts: readonly string[], options: ComputeOptions): Promise<Float32Array[]>
  dispose(): Promise<void>
}

/**
 * Loads a model in a child process, so that a crash in native code does not end the program, and computing does not hold up
 * its event loop. The process ends with `dispose` or the program, and does not keep the program running while idle. A process
 * that ended is replaced, at most three times.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if it does not load, or not in time
 */
export async function openModel(
  settings: LocalModelSettings,
  signal: AbortSignal | undefined,
): Promise<LocalModel> {
  signal?.throwIfAborted()
  const { kind, modelPath } = settings
  const first = await startModelProcess({ settings, signal })
  const keeper = keepProcess(first, {
    name: `${kind} ${modelPath}`,
    async start(disposal) {
      const process = await startModelProcess({ settings, signal: disposal })
      return refuseOther(process, first, settings)
    },
  })
  return {
    facts: first.facts,
    async compute(texts, options) {
      const process = await untilAborted(keeper.current(), options.signal)
      return texts.length === 0 ? [] : untilAborted(process.compute(texts, options), options.signal)
    },
    dispose: () => keeper.dispose(),
  }
}

/** What a check of a loaded model gives; the model is disposed of if it throws. */
export async function orDispose<Checked>(
  model: Pick<LocalModel, 'dispose'>,
  check: () => Checked,
): Promise<Checked> {
  try {
    return check()
  } catch (error) {
    await model.dispose()
    throw error
  }
}

/** A file that was replaced meanwhile must not mix vectors of two models in one space. */
async function refuseOther(
  process: ModelProcess,
  first: ModelProcess,
  { kind, modelPath }: Pick<LocalModelSettings, 'kind' | 'modelPath'>,
) {
  const { name, dimensions } = process.facts
  if (name === first.facts.name && dimensions === first.facts.dimensions) return process
  const error = modelUnavailable({
    kind,
    modelPath,
    reason: 'another model was put in its place while it was in use',
    remedy: 'Create the model anew',
  })
  await process.stop(error)
  throw error
}
