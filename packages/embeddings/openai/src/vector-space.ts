import { promptStyleOf, type ModelIdentity, type PromptStyle } from '@recallite/embeddings'
import { assertDimensions } from '@recallite/embeddings/http'
import type { OpenAIEmbeddingsSettings } from './settings.js'
import { unavailable } from './unavailable.js'

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
