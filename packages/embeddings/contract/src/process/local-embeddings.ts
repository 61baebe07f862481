import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { EmbeddingModel } from '../embedding-model.js'
import { unavailable } from '../errors.js'
import { applyPrompt, type PromptStyle, promptStyleOf } from '../prepare-text.js'
import type { LocalModel } from './open-model.js'

/** The settings that all local embedding models share. */
export interface LocalEmbeddingsSettings {
  readonly modelPath: string
  /** The expected length of the vectors; a model with another length is rejected. */
  readonly dimensions?: number | undefined
  /** Default: by the name of the model. */
  readonly promptStyle?: PromptStyle | undefined
  /** Maximum number of processor threads; default one per core. */
  readonly threads?: number | undefined
  /** Maximum number of tokens read per text, within the limit of the model; default 2,048. */
  readonly contextSize?: number | undefined
  /** Aborts the loading; has no effect on a loaded model. */
  readonly signal?: AbortSignal | undefined
  /** Maximum time to load, in milliseconds; default 60,000. */
  readonly loadTimeout?: number | undefined
  /** Maximum time per text, or per batch of short texts, in milliseconds; default 30,000. */
  readonly embedTimeout?: number | undefined
  /** The program of the child process; default: that of the provider. */
  readonly child?: URL | undefined
}

/** Fills in the defaults. The path becomes absolute, since the working directory may change later. */
export function resolveLocalSettings(settings: LocalEmbeddingsSettings) {
  return {
    modelPath: resolve(settings.modelPath),
    threads: settings.threads ?? availableParallelism(),
    contextSize: settings.contextSize ?? 2048,
    loadTimeout: settings.loadTimeout ?? 60_000,
    computeTimeout: settings.embedTimeout ?? 30_000,
  }
}

/** Identifies a local model. */
export interface LocalIdentity {
  readonly provider: string
  /** The name in the model's identity, then others that may identify the family of the model. */
  readonly names: readonly [string, ...string[]]
}

/** Turns a loaded model into an embedding model; disposes of it and throws if `settings.dimensions` differs from its vectors. */
export async function createLocalEmbeddings(
  model: LocalModel,
  { provider, names }: LocalIdentity,
  settings: LocalEmbeddingsSettings,
): Promise<EmbeddingModel> {
  const { dimensions } = model.facts
  if (settings.dimensions !== undefined && settings.dimensions !== dimensions) {
    await model.dispose()
    throw unavailable(
      `The vectors of ${names[0]} have ${dimensions} numbers, not ${settings.dimensions}. Remove the dimensions setting.`,
    )
  }
  const styles = names.map(promptStyleOf)
  const promptStyle = settings.promptStyle ?? styles.find((style) => style !== 'plain') ?? 'plain'
  return {
    specificationVersion: 'v1',
    identity: { provider, model: names[0], dimensions, promptStyle },
    maxBatchItems: 16,
    maxBatchTokens: 8000,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      const prompted = texts.map((text) => applyPrompt(promptStyle, role, text))
      return model.compute(prompted, { signal, isUrgent: role === 'query' })
    },
    dispose: () => model.dispose(),
  }
}
