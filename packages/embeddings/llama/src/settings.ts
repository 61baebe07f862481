import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { PromptStyle, ShorteningSettings } from '@recallite/embeddings/provider'
import type { ModelTask } from './load-request.js'

/** The settings of a local GGUF model. */
export interface LlamaEmbeddingsSettings extends ShorteningSettings {
  /** The GGUF file of an embedding model. */
  readonly modelPath: string
  /** The prefixes of queries and documents; default by the name of the file, then by the name stored in it. */
  readonly promptStyle?: PromptStyle | undefined
  /**
   * The most processor threads; default one for each core. An embedding model has a context of one thread for each; a
   * reranker has one context, by default with half of the cores.
   */
  readonly threads?: number | undefined
  /** The most tokens of a text that are read, within the limit of the model; default 2,048. */
  readonly contextSize?: number | undefined
  /** Aborts the loading; has no effect on a loaded model. */
  readonly signal?: AbortSignal | undefined
  /** The longest time to load, in milliseconds; default 60,000. */
  readonly loadTimeout?: number | undefined
  /** The longest time per text, or per batch of short texts, in milliseconds; default 30,000. */
  readonly embedTimeout?: number | undefined
  /** The program of the child process; default the one of this package. */
  readonly child?: URL | undefined
}

/** What a model is loaded for, and settings with defaults filled in. */
export type ResolvedSettings = { readonly task: ModelTask } & {
  readonly [
    Name in Exclude<keyof LlamaEmbeddingsSettings, 'promptStyle' | 'signal' | keyof ShorteningSettings>
  ]-?: NonNullable<LlamaEmbeddingsSettings[Name]>
}

/** A reranker has one context, whose threads wait for each other: more of them than free cores are far slower. */
const defaultThreads: Readonly<Record<ModelTask, (cores: number) => number>> = {
  embed: (cores) => cores,
  rank: (cores) => Math.max(1, Math.floor(cores / 2)),
}

/** Fills in the defaults. The path becomes absolute, since the working directory may change while the process runs. */
export function resolveSettings(
  settings: Omit<LlamaEmbeddingsSettings, 'promptStyle' | keyof ShorteningSettings>,
  task: ModelTask = 'embed',
): ResolvedSettings {
  return {
    task,
    modelPath: resolve(settings.modelPath),
    threads: settings.threads ?? defaultThreads[task](availableParallelism()),
    contextSize: settings.contextSize ?? 2048,
    loadTimeout: settings.loadTimeout ?? 60_000,
    embedTimeout: settings.embedTimeout ?? 30_000,
    child: settings.child ?? new URL('./child.js', import.meta.url),
  }
}
