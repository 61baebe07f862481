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
 * Creates a model of an Ollama server (`/api/embed`). Each call is one request, without retries, caching or batching; long
 * texts are cut. Rejects with `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings, or like `embed` if the length of the
 * vectors has to be requested.
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
  /** The length of the vectors; sent only if set. Default: the model's own, requested once unless it is known. */
  readonly dimensions?: number | undefined
  /** Default `http://127.0.0.1:11434`. */
  readonly baseUrl?: string | undefined
  /** Maximum number of tokens sent per text, an estimate that errs upwards. Default: the model's limit if known, else 2,048. */
  readonly contextSize?: number | undefined
  /** In milliseconds; default 120,000, since Ollama may have to load the model first. */
  readonly firstByteTimeout?: number | undefined
}

/** The default model, the only one whose vector length is known. */
const nomic = { name: 'nomic-embed-text', dimensions: 768 } as const

/** Throws `EMBEDDING_MODEL_UNAVAILABLE` for an invalid name or length. `dimensions` is undefined if only the server knows it. */
export function resolveSpace(
  settings: Pick<OllamaEmbeddingsSettings, 'model' | 'dimensions' | 'contextSize'>,
) {
  const { model = nomic.name, dimensions } = settings
  if (!/^\S+$/.test(model)) {
    throw unavailable('The name of the Ollama model is empty or contains white space. Set a valid name.')
  }
  const maxDimensions = model.replace(/:[^:/]*$/, '') === nomic.name ? nomic.dimensions : undefined
  if (dimensions !== undefined) assertDimensions(dimensions)
  if (dimensions !== undefined && maxDimensions !== undefined && dimensions > maxDimensions) {
    throw unavailable(
      `The vectors of ${model} have at most ${maxDimensions} numbers, not ${dimensions}. Set fewer dimensions.`,
    )
  }
  return {
    model,
    promptStyle: promptStyleOf(model),
    dimensions: dimensions ?? maxDimensions,
    contextSize: settings.contextSize ?? contextSizeOf(model),
  }
}

/** Context sizes of the models at https://ollama.com/search?c=embedding, by name. */
const contextSizes: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^all-minilm\b/, 256],
  [
    /^(mxbai-embed-large|bge-large|snowflake-arctic-embed|paraphrase-multilingual|granite-embedding)(:|$)/,
    512,
  ],
  [/^nomic-embed-text-v2-moe\b/, 512],
  [/^(bge-m3|snowflake-arctic-embed2|qwen3-embedding)\b/, 8192],
]

/** The context size of `nomic-embed-text` and `embeddinggemma`, assumed for all other models. */
const defaultContextSize = 2048

function contextSizeOf(model: string): number {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return contextSizes.find(([pattern]) => pattern.test(name))?.[1] ?? defaultContextSize
}
