import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { PromptStyle } from '@recallite/embeddings'

/** Which model to hold, and how. */
export interface LlamaEmbeddingsSettings {
  /** The GGUF file of an embedding model. */
  readonly modelPath: string
  /** The prefixes of queries and documents. Default: judged by the name of the file, then by the name in the file. */
  readonly promptStyle?: PromptStyle | undefined
  /** Processor threads that compute; default half of the cores, at least 1. More than there are free cores is far slower. */
  readonly threads?: number | undefined
  /** The most tokens of a text that are read, as far as the model goes; default 2,048. What is beyond is left out. */
  readonly contextSize?: number | undefined
  /** Aborting it ends the loading; once the model is loaded it does nothing. */
  readonly signal?: AbortSignal | undefined
  /** How long loading may take, in milliseconds; default 60,000. */
  readonly loadTimeout?: number | undefined
  /** How long one text may take, in milliseconds; default 30,000. */
  readonly embedTimeout?: number | undefined
  /** The program that holds the model; default the one of this package. */
  readonly child?: URL | undefined
}

/** Settings with nothing left to decide; what they mean is said above. */
export interface ResolvedSettings {
  readonly modelPath: string
  readonly threads: number
  readonly contextSize: number
  readonly loadTimeout: number
  readonly embedTimeout: number
  readonly child: URL
}

/** Fills in the defaults. The path becomes absolute: the process that holds the model outlives a changed folder. */
export function resolveSettings(settings: LlamaEmbeddingsSettings): ResolvedSettings {
  return {
    modelPath: resolve(settings.modelPath),
    threads: settings.threads ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    contextSize: settings.contextSize ?? 2048,
    loadTimeout: settings.loadTimeout ?? 60_000,
    embedTimeout: settings.embedTimeout ?? 30_000,
    child: settings.child ?? new URL('./child.js', import.meta.url),
  }
}
