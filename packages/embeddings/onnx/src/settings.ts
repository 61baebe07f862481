import { resolve } from 'node:path'
import type { PromptStyle } from '@recallite/embeddings'
import { importLibraries, type OnnxLibraries } from './libraries.js'
import type { Pooling } from './pooling.js'

/** The settings of a local ONNX model. */
export interface OnnxEmbeddingsSettings {
  /**
   * A model folder in the layout of transformers.js: `config.json`, `tokenizer.json`, and `onnx/model_quantized.onnx`
   * or `onnx/model.onnx`; optionally `tokenizer_config.json` and `1_Pooling/config.json`.
   */
  readonly modelPath: string
  /** The prefixes of queries and documents; default by the name of the folder. */
  readonly promptStyle?: PromptStyle | undefined
  /** How token vectors become one; default by `1_Pooling/config.json`, else by the name of the folder. */
  readonly pooling?: Pooling | undefined
  /** Processor threads; default 1. More than there are free cores is far slower. */
  readonly threads?: number | undefined
  /** The most tokens of a text that are read, within the limit of the model; default 2,048. */
  readonly contextSize?: number | undefined
  /** Aborts the loading; has no effect on a loaded model. */
  readonly signal?: AbortSignal | undefined
  /** Imports the libraries on first use; default ONNX Runtime and Hugging Face's tokenizers. */
  readonly libraries?: (() => Promise<OnnxLibraries>) | undefined
}

/** Settings with defaults, except for those that the folder decides. */
export type ResolvedSettings = ReturnType<typeof resolveSettings>

/** Fills in the defaults. The path becomes absolute, for messages. */
export function resolveSettings(settings: OnnxEmbeddingsSettings) {
  return {
    ...settings,
    modelPath: resolve(settings.modelPath),
    threads: settings.threads ?? 1,
    contextSize: settings.contextSize ?? 2048,
    libraries: settings.libraries ?? importLibraries,
  }
}
