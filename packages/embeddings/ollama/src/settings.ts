import { EmbeddingError, type ModelIdentity, type PromptStyle, promptStyleOf } from '@recallite/embeddings'
import { assertDimensions, type HostedSettings } from '@recallite/embeddings/http'

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

/** A model and what its requests say, as far as that is known before it is asked. */
export interface VectorSpace {
  /** As the server is asked for it. */
  readonly model: string
  readonly promptStyle: PromptStyle
  /** Length of the vectors; undefined when only the server knows. */
  readonly dimensions: number | undefined
  /** What requests ask for; undefined where they do not say. */
  readonly askedDimensions: number | undefined
  /** The most tokens of a text that are sent. */
  readonly contextSize: number
}

/** The one model whose length is known beforehand: the default. */
const nomic = { name: 'nomic-embed-text', dimensions: 768 } as const

/**
 * Which space the settings speak of.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for a name or a length that no model has
 */
export function resolveSpace(
  settings: Pick<OllamaEmbeddingsSettings, 'model' | 'dimensions' | 'contextSize'>,
): VectorSpace {
  const { model = nomic.name, dimensions } = settings
  if (!/^\S+$/.test(model)) {
    throw unavailable('The name of the Ollama model is empty or holds white space. Name one.')
  }
  const known = withoutTag(model) === nomic.name ? nomic.dimensions : undefined
  if (dimensions !== undefined) refuseImpossible(dimensions, { model, longest: known ?? Infinity })
  return {
    model,
    promptStyle: promptStyleOf(model),
    dimensions: dimensions ?? known,
    askedDimensions: dimensions,
    contextSize: settings.contextSize ?? contextSizeOf(model),
  }
}

/** The identity of a space whose length is known. `:latest` is what Ollama takes a name without a tag for. */
export function identityOf({ model, promptStyle }: VectorSpace, dimensions: number): ModelIdentity {
  return { provider: 'ollama', model: model.replace(/:latest$/, ''), dimensions, promptStyle }
}

function unavailable(reason: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', reason)
}

function withoutTag(model: string): string {
  return model.replace(/:[^:/]*$/, '')
}

function refuseImpossible(dimensions: number, { model, longest }: { model: string; longest: number }): void {
  assertDimensions(dimensions)
  if (dimensions <= longest) return
  throw unavailable(
    `The vectors of ${model} have at most ${longest} numbers, not ${dimensions}. Set fewer dimensions.`,
  )
}

/** Tokens that models of https://ollama.com/search?c=embedding take, by the beginnings of their names. */
const contextSizes: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^all-minilm\b/, 256],
  [
    /^(mxbai-embed-large|bge-large|snowflake-arctic-embed|paraphrase-multilingual|granite-embedding)(:|$)/,
    512,
  ],
  [/^nomic-embed-text-v2-moe\b/, 512],
  [/^(bge-m3|snowflake-arctic-embed2|qwen3-embedding)\b/, 8192],
]

/** That of `nomic-embed-text` and `embeddinggemma`, for every other model too. */
const usualContextSize = 2048

function contextSizeOf(model: string): number {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return contextSizes.find(([pattern]) => pattern.test(name))?.[1] ?? usualContextSize
}
