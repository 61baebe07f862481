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
 * A model that turns texts into vectors. A provider only states its limits: the decorators, not the provider, batch,
 * retry and cache.
 */
export interface EmbeddingModel {
  /** The version of this contract that the driver implements; `createMemory` refuses any that it does not support. */
  readonly specificationVersion: 'v1'
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
    specificationVersion: model.specificationVersion,
    identity: model.identity,
    maxBatchItems: model.maxBatchItems,
    maxBatchTokens: model.maxBatchTokens,
    embed,
  }
  if (model.dispose !== undefined) decorated.dispose = () => model.dispose?.() ?? Promise.resolve()
  return decorated
}

/** A text of a job and the key of its result. */
export interface BatchText {
  /** Unique within its job. */
  readonly key: string
  readonly text: string
}

/** The progress of a job. */
export interface BatchState {
  /** `done` even if single texts failed. */
  readonly state: 'running' | 'done' | 'failed'
  /** Texts that were processed, successfully or not; 0 if the provider does not say. */
  readonly done: number
  /** Texts of the job; 0 if the provider does not say. */
  readonly total: number
  /** Why the job failed, in one line; otherwise null. */
  readonly reason: string | null
}

/** The vector of one text of a job, or why it has none. */
export type BatchResult =
  | { readonly key: string; readonly vector: Float32Array }
  | { readonly key: string; readonly reason: string }

/**
 * Asynchronous batches of a provider: texts are submitted as a job, embedded as documents within hours at a lower
 * price, and collected by the id of the job, also by another process. Every method rejects with an `EmbeddingError`, or
 * with the reason of its signal.
 */
export interface EmbeddingBatches {
  /** The vector space: that of the model that answers at once. */
  readonly identity: ModelIdentity
  readonly maxTexts: number
  /** Begins a job and returns its id. */
  submit(texts: readonly BatchText[], signal?: AbortSignal): Promise<string>
  /** Returns the progress without waiting; rejects with `EMBEDDING_REQUEST_INVALID` for a job that no longer exists. */
  check(job: string, signal?: AbortSignal): Promise<BatchState>
  /** The results of a finished job in any order; texts may be missing. */
  collect(job: string, signal?: AbortSignal): Promise<readonly BatchResult[]>
}
