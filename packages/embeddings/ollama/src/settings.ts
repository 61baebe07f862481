import type { HostedSettings } from '@recallite/embeddings/http'

/** Which model to ask, and where. */
export interface OllamaEmbeddingsSettings extends HostedSettings {
  /** A name that `ollama list` shows; default `nomic-embed-text`. */
  readonly model?: string | undefined
  /**
   * Length of the vectors; sent where it is set, for models that can shorten theirs. Default: the model's own, learned by
   * one request where the model is not `nomic-embed-text`.
   */
  readonly dimensions?: number | undefined
  /** Where Ollama listens; default `http://127.0.0.1:11434`. */
  readonly baseUrl?: string | undefined
  /**
   * The most tokens of a text that are sent, by an estimate that errs upwards; the server cuts to what the model takes.
   * Default: the model's own where it is known, else 2,048.
   */
  readonly contextSize?: number | undefined
  /** The longest wait for an answer to begin, in milliseconds; default 120,000: Ollama may have to load the model first. */
  readonly firstByteTimeout?: number | undefined
}
