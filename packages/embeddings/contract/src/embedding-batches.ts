import type { ModelIdentity } from './embedding-model.js'

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
