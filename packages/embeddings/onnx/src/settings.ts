import { resolve } from 'node:path'
import type { PromptStyle } from '@recallite/embeddings'
import { importLibraries, type OnnxLibraries } from './libraries.js'
import type { Pooling } from './pooling.js'

/** Which model to hold, and how. */
export interface OnnxEmbeddingsSettings {
  /**
   * The folder of an embedding model as transformers.js lays it out: `config.json`, `tokenizer.json`, and
   * `onnx/model_quantized.onnx` or `onnx/model.onnx`; `tokenizer_config.json` and `1_Pooling/config.json` where they are.
   */
  readonly modelPath: string
  /** The prefixes of queries and documents. Default: judged by the name of the folder. */
  readonly promptStyle?: PromptStyle | undefined
  /** How the vectors of tokens become one. Default: what `1_Pooling/config.json` says, else judged by the name of the folder. */
  readonly pooling?: Pooling | undefined
  /** Processor threads that compute; default 1. More than there are free cores is far slower. */
  readonly threads?: number | undefined
  /** The most tokens of a text that are read, as far as the model goes; default 2,048. What is beyond is left out. */
  readonly contextSize?: number | undefined
  /** Aborting it ends the loading; once the model is loaded it does nothing. */
  readonly signal?: AbortSignal | undefined
  /** Loads what computes, when first needed; default ONNX Runtime and Hugging Face's tokenizers. */
  readonly libraries?: (() => Promise<OnnxLibraries>) | undefined
}

/** Settings with nothing left to decide but what the folder says; what they mean is said above. */
export interface ResolvedSettings {
  readonly modelPath: string
  readonly promptStyle: PromptStyle | undefined
  readonly pooling: Pooling | undefined
  readonly threads: number
  readonly contextSize: number
  readonly libraries: () => Promise<OnnxLibraries>
}

/** Fills in the defaults. The path becomes absolute, for messages. */
export function resolveSettings(settings: OnnxEmbeddingsSettings): ResolvedSettings {
  return {
    modelPath: resolve(settings.modelPath),
    promptStyle: settings.promptStyle,
    pooling: settings.pooling,
    threads: settings.threads ?? 1,
    contextSize: settings.contextSize ?? 2048,
    libraries: settings.libraries ?? importLibraries,
  }
}
