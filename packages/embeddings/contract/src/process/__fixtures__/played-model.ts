import { isRunning, playedModel, writeModelFile } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { type LocalModelSettings, openModel } from '../open-model.js'

export { isRunning }

/** A failure that may be retried. */
export const retryable = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }

/** A failure that is permanent. */
export const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }

interface Played extends Partial<LocalModelSettings> {
  readonly lanes?: number
  readonly batchBytes?: number
}

/** A model in a simulated child, disposed when the test ends. One text at a time by default. */
export async function createPlayedModel({ lanes, batchBytes, ...settings }: Played = {}) {
  const modelPath = writeModelFile()
  const model = await openModel(
    {
      child: playedModel,
      load: { modelPath, task: 'embed', lanes, batchBytes },
      modelPath,
      kind: 'embedding model',
      remedy: 'Mend it',
      loadTimeout: 60_000,
      computeTimeout: 30_000,
      ...settings,
    },
    undefined,
  )
  onTestFinished(() => model.dispose())
  return model
}

type Model = Awaited<ReturnType<typeof createPlayedModel>>

export function ask(model: Model, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
  return model.compute(texts, { signal })
}

/** The id of the process that answers. */
export async function pidOf(model: Model): Promise<number> {
  const [vector] = await ask(model, ['who are you'])
  return vector?.[0] ?? 0
}
