/** What names a vector space: vectors of two models can be compared only if all four are the same. */
export interface ModelIdentity {
  /** The kind of provider, e.g. `local` or `openai`. */
  readonly provider: string
  /** The model's own name, e.g. `all-MiniLM-L6-v2.q8_0`. */
  readonly model: string
  /** Length of every vector. */
  readonly dimensions: number
  /** Name of the prefixes put before queries and documents; see `promptStyleOf`. */
  readonly promptStyle: string
}

/** Whether a text asks or answers: many models embed the two with different prefixes. */
export type EmbeddingRole = 'query' | 'document'

/** One call to a model. */
export interface EmbeddingRequest {
  /** None of them blank: providers answer blank texts each in their own way, or not at all; `checked` refuses them. */
  readonly texts: readonly string[]
  readonly role: EmbeddingRole
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * A model that turns texts into vectors. Limits are facts that the decorators read; a provider itself neither
 * batches, nor retries, nor caches.
 */
export interface EmbeddingModel {
  readonly identity: ModelIdentity
  /** The most texts one request may hold. */
  readonly maxBatchItems: number
  /** The most tokens one request may hold, over all its texts. */
  readonly maxBatchTokens: number
  /**
   * One vector per text, in the order of the texts; no texts, no request. Vectors are finite and not all zero, but
   * need not have length 1.
   * @throws EmbeddingError
   */
  embed(request: EmbeddingRequest): Promise<Float32Array[]>
  /** Frees what the model holds; a second call does nothing. `embed` then rejects with `EMBEDDING_MODEL_UNAVAILABLE`. */
  dispose?(): Promise<void>
}

/** The same model with another `embed`; identity, limits and disposal stay those of the given one. */
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
