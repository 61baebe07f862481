import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { PromptStyle, ShorteningSettings } from '@recallite/embeddings/provider'
import type { Pooling } from './pooling.js'

/** The settings of a local ONNX model. */
export interface OnnxEmbeddingsSettings extends ShorteningSettings {
  /**
   * A model folder in the layout of transformers.js: `config.json`, `tokenizer.json`, and `onnx/model_quantized.onnx`
   * or `onnx/model.onnx`; optionally `tokenizer_config.json` and `1_Pooling/config.json`.
   */
  readonly modelPath: string
  /** The prefixes of queries and documents; default by the name of the folder. */
  readonly promptStyle?: PromptStyle | undefined
  /** How token vectors become one; default by `1_Pooling/config.json`, else by the name of the folder. */
  readonly pooling?: Pooling | undefined
  /** The most processor threads; default one for each core. Each has a network of its own as far as memory allows. */
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

/** Fills in the defaults. The path becomes absolute, since the working directory may change while the process runs. */
export function resolveSettings(settings: OnnxEmbeddingsSettings) {
  return {
    modelPath: resolve(settings.modelPath),
    pooling: settings.pooling,
    threads: settings.threads ?? availableParallelism(),
    contextSize: settings.contextSize ?? 2048,
    loadTimeout: settings.loadTimeout ?? 60_000,
    embedTimeout: settings.embedTimeout ?? 30_000,
    child: settings.child ?? new URL('./child.js', import.meta.url),
  }
}
