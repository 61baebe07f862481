import { promptStyleOf, unavailable } from '@recallite/embeddings'
import { assertDimensions, type HostedSettings } from '@recallite/embeddings/http'

/** The settings of an Ollama model. */
export interface OllamaEmbeddingsSettings extends HostedSettings {
  /** A name from `ollama list`; default `nomic-embed-text`. */
  readonly model?: string | undefined
  /**
   * The length of the vectors; sent if it is set, for models that can shorten theirs. Default: the model's own, learned
   * by one request unless the model is `nomic-embed-text`.
   */
  readonly dimensions?: number | undefined
  /** The address of Ollama; default `http://127.0.0.1:11434`. */
  readonly baseUrl?: string | undefined
  /**
   * The most tokens of a text that are sent, by an estimate that errs upwards; the server cuts to its own limit.
   * Default: that of the model if known, else 2,048.
   */
  readonly contextSize?: number | undefined
  /**
   * The longest wait for an answer to begin, in milliseconds; default 120,000, because Ollama may have to load the
   * model.
   */
  readonly firstByteTimeout?: number | undefined
}

/** The default model, the only one whose vector length is known. */
const nomic = { name: 'nomic-embed-text', dimensions: 768 } as const

/**
 * The model and what is known about its vectors before it is asked; `dimensions` is undefined if only the server knows
 * it.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for an impossible name or length
 */
export function resolveSpace(
  settings: Pick<OllamaEmbeddingsSettings, 'model' | 'dimensions' | 'contextSize'>,
) {
  const { model = nomic.name, dimensions } = settings
  if (!/^\S+$/.test(model)) {
    throw unavailable('The name of the Ollama model is empty or holds white space. Name one.')
  }
  const known = model.replace(/:[^:/]*$/, '') === nomic.name ? nomic.dimensions : undefined
  if (dimensions !== undefined) assertDimensions(dimensions)
  if (dimensions !== undefined && known !== undefined && dimensions > known) {
    throw unavailable(
      `The vectors of ${model} have at most ${known} numbers, not ${dimensions}. Set fewer dimensions.`,
    )
  }
  return {
    model,
    promptStyle: promptStyleOf(model),
    dimensions: dimensions ?? known,
    contextSize: settings.contextSize ?? contextSizeOf(model),
  }
}

/** Context sizes of models of https://ollama.com/search?c=embedding by the beginnings of their names. */
const contextSizes: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^all-minilm\b/, 256],
  [
    /^(mxbai-embed-large|bge-large|snowflake-arctic-embed|paraphrase-multilingual|granite-embedding)(:|$)/,
    512,
  ],
  [/^nomic-embed-text-v2-moe\b/, 512],
  [/^(bge-m3|snowflake-arctic-embed2|qwen3-embedding)\b/, 8192],
]

/** The context size of `nomic-embed-text` and `embeddinggemma`, used for all other models too. */
const usualContextSize = 2048

function contextSizeOf(model: string): number {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return contextSizes.find(([pattern]) => pattern.test(name))?.[1] ?? usualContextSize
}
