/** Identifies a vector space: vectors are comparable only if all four fields are equal. */
export interface ModelIdentity {
  readonly provider: string
  readonly model: string
  readonly dimensions: number
  /** Names the prefixes of queries and documents; see `promptStyleOf`. */
  readonly promptStyle: string
}

/** Many models embed queries and documents with different prefixes. */
export type EmbeddingRole = 'query' | 'document'

/** One call to a model. */
export interface EmbeddingRequest {
  /** Not blank; `checked` rejects blank texts. */
  readonly texts: readonly string[]
  readonly role: EmbeddingRole
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Turns texts into vectors. Providers state their limits; decorators batch, retry and cache. */
export interface EmbeddingModel {
  /** The version of this contract; `createMemory` rejects versions it does not support. */
  readonly specificationVersion: 'v1'
  readonly identity: ModelIdentity
  /** Maximum number of texts per request. */
  readonly maxBatchItems: number
  /** Maximum number of tokens per request, over all texts. */
  readonly maxBatchTokens: number
  /** Returns one vector per text, in order: finite, not all zero, of any norm. Rejects with an `EmbeddingError`. */
  embed(request: EmbeddingRequest): Promise<Float32Array[]>
  /** Frees the resources; idempotent. Afterwards `embed` rejects with `EMBEDDING_MODEL_UNAVAILABLE`. */
  dispose?(): Promise<void>
}

/** Returns the model with another `embed`. */
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

/** A text of a batch job. Its key is unique within the job. */
export interface BatchText {
  readonly key: string
  readonly text: string
}

/** The progress of a batch job. */
export interface BatchState {
  /** `done` even if some texts failed. */
  readonly state: 'running' | 'done' | 'failed'
  /** Processed texts, successful or not; 0 if the provider does not report it. */
  readonly done: number
  /** All texts; 0 if the provider does not report it. */
  readonly total: number
  /** Why the job failed, on one line; otherwise null. */
  readonly reason: string | null
}

/** The vector of one text, or why it has none. */
export type BatchResult =
  | { readonly key: string; readonly vector: Float32Array }
  | { readonly key: string; readonly reason: string }

/**
 * Batch jobs of a provider: cheaper, answered within hours, and collected by id, even by another process. Texts are
 * embedded as documents. Every method rejects with an `EmbeddingError`, or with the reason of its signal.
 */
export interface EmbeddingBatches {
  /** The same vector space as the provider's `EmbeddingModel`. */
  readonly identity: ModelIdentity
  readonly maxTexts: number
  /** Starts a job and returns its id. */
  submit(texts: readonly BatchText[], signal?: AbortSignal): Promise<string>
  /** Returns the current progress; rejects with `EMBEDDING_REQUEST_INVALID` if the job no longer exists. */
  check(job: string, signal?: AbortSignal): Promise<BatchState>
  /** Returns the results of a finished job, in any order; texts may be missing. */
  collect(job: string, signal?: AbortSignal): Promise<readonly BatchResult[]>
}
