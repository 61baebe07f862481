/** Identifies a vector space: vectors can be compared only if all four fields are equal. */
export interface ModelIdentity {
  /** The kind of provider, e.g. `local` or `openai`. */
  readonly provider: string
  /** The name of the model, e.g. `all-MiniLM-L6-v2.q8_0`. */
  readonly model: string
  /** The length of every vector. */
  readonly dimensions: number
  /** The name of the prefixes of queries and documents; see `promptStyleOf`. */
  readonly promptStyle: string
}

/** The role of a text: many models embed queries and documents with different prefixes. */
export type EmbeddingRole = 'query' | 'document'

/** One call to a model. */
export interface EmbeddingRequest {
  /** Not blank: providers treat blank texts differently, and `checked` refuses them. */
  readonly texts: readonly string[]
  readonly role: EmbeddingRole
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * A model that turns texts into vectors. The limits are facts for decorators; a provider itself neither batches,
 * retries nor caches.
 */
export interface EmbeddingModel {
  readonly identity: ModelIdentity
  /** The most texts of a request. */
  readonly maxBatchItems: number
  /** The most tokens of a request, over all its texts. */
  readonly maxBatchTokens: number
  /**
   * One vector per text, in order; without texts no request is sent. Vectors are finite and not all zero, but need not
   * have length 1.
   * @throws EmbeddingError
   */
  embed(request: EmbeddingRequest): Promise<Float32Array[]>
  /** Frees the resources; a second call does nothing. `embed` then rejects with `EMBEDDING_MODEL_UNAVAILABLE`. */
  dispose?(): Promise<void>
}

/** The same model with another `embed`. */
export function decorate(model: EmbeddingModel, embed: EmbeddingModel['embed']): EmbeddingModel {
  const decorated: EmbeddingModel = {
    identity: model.identity,
    maxBatchItems: model.maxBatchItems,
    maxBatchTokens: model.maxBatchTokens,
    embed,
  }
  if (model.dispose !== undefined) decorated.dispose = () => model.dispose?.() ?? Promise.resolve()
  return decorated
}
