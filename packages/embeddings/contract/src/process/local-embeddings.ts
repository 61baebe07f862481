import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { EmbeddingModel } from '../embedding-model.js'
import { unavailable } from '../errors.js'
import { applyPrompt, type PromptStyle, promptStyleOf } from '../prepare-text.js'
import type { LocalModel } from './open-model.js'

/** What the settings of every embedding model on this machine hold. */
export interface LocalEmbeddingsSettings {
  /** The file or the folder of the model. */
  readonly modelPath: string
  /** The length of the vectors, if it is known: a model of another length is refused. */
  readonly dimensions?: number | undefined
  /** The prefixes of queries and documents; default by the name of the model. */
  readonly promptStyle?: PromptStyle | undefined
  /** The most processor threads; default one for each core. */
  readonly threads?: number | undefined
  /** The most tokens of a text that are read, within the limit of the model; default 2,048. */
  readonly contextSize?: number | undefined
  /** Aborts the loading; has no effect on a loaded model. */
  readonly signal?: AbortSignal | undefined
  /** The longest time to load, in milliseconds; default 60,000. */
  readonly loadTimeout?: number | undefined
  /** The longest time per text, or per batch of short texts, in milliseconds; default 30,000. */
  readonly embedTimeout?: number | undefined
  /** The program of the child process; default the one of the provider. */
  readonly child?: URL | undefined
}

/** Fills in the defaults. The path becomes absolute, since the working directory may change while the process runs. */
export function resolveLocalSettings(settings: LocalEmbeddingsSettings) {
  return {
    modelPath: resolve(settings.modelPath),
    threads: settings.threads ?? availableParallelism(),
    contextSize: settings.contextSize ?? 2048,
    loadTimeout: settings.loadTimeout ?? 60_000,
    computeTimeout: settings.embedTimeout ?? 30_000,
  }
}

/** How an embedding model on this machine is known. */
export interface LocalIdentity {
  /** The provider of the model's identity. */
  readonly provider: string
  /** The name of the file or folder, which names the vector space, then others that tell the family of the model. */
  readonly names: readonly [string, ...string[]]
}

/**
 * Makes an embedding model of a loaded one, with prefixes.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if its vectors have another length than is set; it is then disposed of
 */
export async function createLocalEmbeddings(
  model: LocalModel,
  { provider, names }: LocalIdentity,
  settings: LocalEmbeddingsSettings,
): Promise<EmbeddingModel> {
  const { dimensions } = model.facts
  if (settings.dimensions !== undefined && settings.dimensions !== dimensions) {
    await model.dispose()
    throw unavailable(
      `The vectors of ${names[0]} have ${dimensions} numbers, not ${settings.dimensions}. Leave dimensions out.`,
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
