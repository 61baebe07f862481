import { EmbeddingError, type ModelIdentity, type PromptStyle, promptStyleOf } from '@recallite/embeddings'
import { assertDimensions, type HostedSettings } from '@recallite/embeddings/http'

/** Which model to ask, where, and in whose name. */
export interface OpenAIEmbeddingsSettings extends HostedSettings {
  /** The key that requests are made with. A server of your own that wants none takes any word. */
  readonly apiKey: string
  /** Default `text-embedding-3-small`. */
  readonly model?: string | undefined
  /**
   * Length of the vectors. Default: the model's own, learned by one request where the model is not one of OpenAI's. It
   * is sent where it is set.
   */
  readonly dimensions?: number | undefined
  /** Where the API is, up to `/embeddings`; a query in it is sent along. Default `https://api.openai.com/v1`. */
  readonly baseUrl?: string | undefined
}

/** A model and what its requests say, as far as that is known before it is asked. */
export interface VectorSpace {
  readonly model: string
  readonly promptStyle: PromptStyle
  /** Length of the vectors; undefined when only the server knows. */
  readonly dimensions: number | undefined
  /** What requests ask for; undefined where they do not say. */
  readonly askedDimensions: number | undefined
}

/** https://platform.openai.com/docs/guides/embeddings: the lengths, and which can be cut at the server. */
const knownModels: ReadonlyMap<string, { readonly dimensions: number; readonly canShorten: boolean }> =
  new Map([
    ['text-embedding-3-small', { dimensions: 1536, canShorten: true }],
    ['text-embedding-3-large', { dimensions: 3072, canShorten: true }],
    ['text-embedding-ada-002', { dimensions: 1536, canShorten: false }],
  ])

/**
 * Which space the settings speak of.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for a length that the model cannot have
 */
export function resolveSpace({
  model = 'text-embedding-3-small',
  dimensions,
}: Pick<OpenAIEmbeddingsSettings, 'model' | 'dimensions'>): VectorSpace {
  if (model.trim() === '')
    throw unavailable('The name of the OpenAI model is empty. Name one, or leave it out.')
  const known = knownModels.get(model)
  if (dimensions !== undefined) refuseImpossible(model, dimensions)
  const isAsked = known?.canShorten !== false
  return {
    model,
    promptStyle: promptStyleOf(model),
    dimensions: dimensions ?? known?.dimensions,
    askedDimensions: isAsked ? dimensions : undefined,
  }
}

/** The identity of a space whose length is known. The host is no part of it: a model may move. */
export function identityOf({ model, promptStyle }: VectorSpace, dimensions: number): ModelIdentity {
  return { provider: 'openai', model, dimensions, promptStyle }
}

/** The body of a request to `/embeddings` (https://platform.openai.com/docs/api-reference/embeddings/create). */
interface EmbeddingBody {
  readonly model: string
  readonly input: string[]
  readonly encoding_format: 'float'
  readonly dimensions?: number
}

/** What to send for these texts. */
export function embeddingBody({ model, askedDimensions }: VectorSpace, input: string[]): EmbeddingBody {
  return {
    model,
    input,
    /*
     * Left out, the SDK asks for base64 and decodes what comes as base64, whatever it is. Many servers that speak this
     * API know numbers only and ignore the wish: their lists of numbers would be decoded into wrong vectors, silently.
     */
    encoding_format: 'float',
    ...(askedDimensions === undefined ? {} : { dimensions: askedDimensions }),
  }
}

/**
 * The tokens of a text that are sent, by the estimate of `cutText`. The models take 8,192 and refuse more
 * (https://platform.openai.com/docs/api-reference/embeddings/create).
 */
export const contextSize = 8000

/** The error for settings that no request can be made with. The reason is a sentence and says what to do. */
export function unavailable(reason: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', reason)
}

function refuseImpossible(model: string, dimensions: number): void {
  assertDimensions(dimensions)
  const known = knownModels.get(model)
  if (known === undefined) return
  if (!known.canShorten && dimensions !== known.dimensions) {
    throw unavailable(
      `The vectors of ${model} have ${known.dimensions} numbers and cannot be shortened to ${dimensions}. Leave dimensions out.`,
    )
  }
  if (dimensions > known.dimensions) {
    throw unavailable(
      `The vectors of ${model} have at most ${known.dimensions} numbers, not ${dimensions}. Set fewer dimensions.`,
    )
  }
}
