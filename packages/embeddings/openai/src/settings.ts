import { unavailable } from '@recallite/embeddings'
import { promptStyleOf } from '@recallite/embeddings/provider'
import { assertDimensions, type HostedSettings } from '@recallite/embeddings/http'
import { type RequestForm, standardForm } from './request-forms.js'

/** The settings of a model of the OpenAI API. */
export interface OpenAIEmbeddingsSettings extends HostedSettings {
  /** Any word for a server without keys. */
  readonly apiKey: string
  /** Default `text-embedding-3-small`. */
  readonly model?: string | undefined
  /** The length of the vectors; sent only if set. Default: the model's own, requested once if the model is not OpenAI's. */
  readonly dimensions?: number | undefined
  /** The address of the API without `/embeddings`; its query string is sent along. Default `https://api.openai.com/v1`. */
  readonly baseUrl?: string | undefined
}

export type VectorSpace = ReturnType<typeof resolveSpace>

/** See https://platform.openai.com/docs/guides/embeddings. */
const openaiModels: ReadonlyMap<string, { readonly dimensions: number; readonly canShorten: boolean }> =
  new Map([
    ['text-embedding-3-small', { dimensions: 1536, canShorten: true }],
    ['text-embedding-3-large', { dimensions: 3072, canShorten: true }],
    ['text-embedding-ada-002', { dimensions: 1536, canShorten: false }],
  ])

/** Throws `EMBEDDING_MODEL_UNAVAILABLE` for an invalid name or length. */
export function resolveSpace({
  model = 'text-embedding-3-small',
  dimensions,
}: Pick<OpenAIEmbeddingsSettings, 'model' | 'dimensions'>) {
  if (model.trim() === '')
    throw unavailable('The name of the OpenAI model is empty. Set one, or remove the setting.')
  const listed = openaiModels.get(model)
  if (dimensions !== undefined) refuseImpossible(model, dimensions)
  const canShorten = listed?.canShorten !== false
  return {
    model,
    promptStyle: promptStyleOf(model),
    /** Undefined if only the server knows it. */
    dimensions: dimensions ?? listed?.dimensions,
    /** The length to request, if any. */
    requestedDimensions: canShorten ? dimensions : undefined,
  }
}

/** See https://platform.openai.com/docs/api-reference/embeddings/create. */
export function embeddingBody(
  { model, requestedDimensions: dimensions }: VectorSpace,
  input: string[],
  { omits, isBare }: RequestForm = standardForm,
) {
  return {
    model,
    input: isBare ? input[0] : input,
    ...(!omits.includes('encoding_format') && { encoding_format: 'float' }),
    ...(dimensions !== undefined && !omits.includes('dimensions') && { dimensions }),
  }
}

/** The models reject more than 8,192 tokens (https://platform.openai.com/docs/api-reference/embeddings/create); `cutText` estimates. */
export const contextSize = 8000

function refuseImpossible(model: string, dimensions: number): void {
  assertDimensions(dimensions)
  const listed = openaiModels.get(model)
  if (listed === undefined) return
  const has = `The vectors of ${model} have`
  if (!listed.canShorten && dimensions !== listed.dimensions)
    throw unavailable(
      `${has} ${listed.dimensions} numbers and cannot be shortened to ${dimensions}. Remove the dimensions setting.`,
    )
  if (dimensions > listed.dimensions)
    throw unavailable(`${has} at most ${listed.dimensions} numbers, not ${dimensions}. Set fewer dimensions.`)
}
