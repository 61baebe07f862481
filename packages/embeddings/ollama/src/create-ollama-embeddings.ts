import { type EmbeddingModel, unavailable } from '@recallite/embeddings'
import {
  assertDimensions,
  createHostedModel,
  type HostedSettings,
  readVector,
  takeInOrder,
  valueAt,
} from '@recallite/embeddings/http'
import { applyPrompt, cutText, promptStyleOf } from '@recallite/embeddings/provider'
import { connect } from './connect.js'

/**
 * A model of an Ollama server (`/api/embed`). Each call is one request, without retries, caching or batching. Longer
 * texts than the model takes are cut.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for an invalid base URL, name or vector length; others, as from
 * `embed`, if the length has to be learned by a request
 */
export async function createOllamaEmbeddings(
  settings: OllamaEmbeddingsSettings = {},
): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const { model, promptStyle, dimensions, contextSize } = resolveSpace(settings)
  const connection = connect(settings, model)
  const length = settings.dimensions === undefined ? {} : { dimensions: settings.dimensions }
  return createHostedModel(
    {
      // Ollama reads a name without a tag as `:latest`.
      identity: { provider: 'ollama', model: model.replace(/:latest$/, ''), promptStyle },
      dimensions,
      maxBatchItems: 16,
      source: `ollama/${model} at ${connection.host}`,
      prepare: (role, text) => cutText(applyPrompt(promptStyle, role, text), contextSize),
      ask: ({ input, signal }) =>
        connection.ask((client) => client.embed({ model, input, truncate: true, ...length }), signal),
      // Ollama assigns vectors by position.
      read: (answer, expected) =>
        takeInOrder(valueAt(answer, 'embeddings'), expected, (wire) => readVector(wire, expected.dimensions)),
      firstVector: ['embeddings', '0'],
    },
    settings.signal,
  )
}

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
