import { promptStyleOf, unavailable } from '@recallite/embeddings'
import { assertDimensions, type HostedSettings } from '@recallite/embeddings/http'

/** The settings of a model of the OpenAI API. */
export interface OpenAIEmbeddingsSettings extends HostedSettings {
  /** The key for requests. For a server that needs none, any word will do. */
  readonly apiKey: string
  /** Default `text-embedding-3-small`. */
  readonly model?: string | undefined
  /**
   * The length of the vectors; sent if it is set. Default: the model's own, learned by one request for models that are
   * not OpenAI's.
   */
  readonly dimensions?: number | undefined
  /**
   * The address of the API, without `/embeddings`; a query string is sent along. Default `https://api.openai.com/v1`.
   */
  readonly baseUrl?: string | undefined
}

/** A model and what is known about its vectors before it is asked. */
export type VectorSpace = ReturnType<typeof resolveSpace>

/** Vector lengths, and whether the server can shorten them: https://platform.openai.com/docs/guides/embeddings. */
const knownModels: ReadonlyMap<string, { readonly dimensions: number; readonly canShorten: boolean }> =
  new Map([
    ['text-embedding-3-small', { dimensions: 1536, canShorten: true }],
    ['text-embedding-3-large', { dimensions: 3072, canShorten: true }],
    ['text-embedding-ada-002', { dimensions: 1536, canShorten: false }],
  ])

/**
 * The vector space that the settings describe.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for an impossible length
 */
export function resolveSpace({
  model = 'text-embedding-3-small',
  dimensions,
}: Pick<OpenAIEmbeddingsSettings, 'model' | 'dimensions'>) {
  if (model.trim() === '')
    throw unavailable('The name of the OpenAI model is empty. Name one, or leave it out.')
  const known = knownModels.get(model)
  if (dimensions !== undefined) refuseImpossible(model, dimensions)
  const isAsked = known?.canShorten !== false
  return {
    model,
    promptStyle: promptStyleOf(model),
    /** The length of the vectors; undefined if only the server knows it. */
    dimensions: dimensions ?? known?.dimensions,
    /** The length in requests; undefined if they do not state one. */
    askedDimensions: isAsked ? dimensions : undefined,
  }
}

/** The body of a request for these texts (https://platform.openai.com/docs/api-reference/embeddings/create). */
export function embeddingBody({ model, askedDimensions }: VectorSpace, input: string[]) {
  return {
    model,
    input,
    // Otherwise the SDK asks for base64 and decodes whatever comes. Many compatible servers ignore that and send
    // numbers, which would silently be decoded into wrong vectors.
    encoding_format: 'float' as const,
    ...(askedDimensions === undefined ? {} : { dimensions: askedDimensions }),
  }
}

/**
 * The most tokens of a text that are sent, as estimated by `cutText`. The models refuse more than 8,192
 * (https://platform.openai.com/docs/api-reference/embeddings/create).
 */
export const contextSize = 8000

function refuseImpossible(model: string, dimensions: number): void {
  assertDimensions(dimensions)
  const known = knownModels.get(model)
  if (known === undefined) return
  const has = `The vectors of ${model} have`
  if (!known.canShorten && dimensions !== known.dimensions)
    throw unavailable(
      `${has} ${known.dimensions} numbers and cannot be shortened to ${dimensions}. Leave dimensions out.`,
    )
  if (dimensions > known.dimensions)
    throw unavailable(`${has} at most ${known.dimensions} numbers, not ${dimensions}. Set fewer dimensions.`)
}
