import type { ModelIdentity } from './embedding-model.js'
import { EmbeddingError } from './errors.js'

/** A text of a job and the name that its vector comes back under. */
export interface BatchText {
  /** Unique within its job. */
  readonly key: string
  /** Not blank. */
  readonly text: string
}

/** How far a job is. */
export interface BatchState {
  /** `done` also where single texts failed: `collect` tells which. */
  readonly state: 'running' | 'done' | 'failed'
  /** Texts that are answered, well or not; 0 where the provider does not tell. */
  readonly done: number
  /** Texts of the job; 0 where the provider does not tell. */
  readonly total: number
  /** Why the job failed, in one line; null otherwise. */
  readonly reason: string | null
}

/** What became of one text of a job: its vector, or why it has none. */
export type BatchResult =
  | { readonly key: string; readonly vector: Float32Array }
  | { readonly key: string; readonly reason: string }

/**
 * A provider's asynchronous batches: texts are handed over as a job, computed within hours at a lower price, and
 * fetched by the job's id, by another process if need be. Texts are embedded as documents. Every method rejects with
 * an `EmbeddingError`, or with the reason of its signal when that aborts.
 */
export interface EmbeddingBatches {
  /** The space of the vectors: that of the model which answers at once. */
  readonly identity: ModelIdentity
  /** The most texts of one job. */
  readonly maxTexts: number
  /** Begins a job and gives its id. */
  submit(texts: readonly BatchText[], signal?: AbortSignal): Promise<string>
  /** Looks how far a job is, without waiting for it; `EMBEDDING_REQUEST_INVALID` for one that is not there any more. */
  check(job: string, signal?: AbortSignal): Promise<BatchState>
  /** The results of a job that is done, in any order; a text may be missing from them. */
  collect(job: string, signal?: AbortSignal): Promise<readonly BatchResult[]>
}

/**
 * Refuses what no job of an asynchronous batch API can be made of, before anything is uploaded.
 * @throws EmbeddingError `EMBEDDING_REQUEST_TOO_LARGE` for more texts than a job may hold; `EMBEDDING_REQUEST_INVALID`
 * for no texts, a blank text or a key that is there twice
 */
export function assertBatchTexts(texts: readonly BatchText[], maxTexts: number): void {
  if (texts.length > maxTexts) {
    throw new EmbeddingError(
      'EMBEDDING_REQUEST_TOO_LARGE',
      `The batch job has ${texts.length} texts, and one may hold ${maxTexts}; submit several jobs.`,
    )
  }
  if (texts.length === 0) throw invalid('The batch job holds no texts; submit some.')
  const keys = new Set<string>()
  for (const { key, text } of texts) {
    if (text.trim() === '') throw invalid(`The text ${key} is blank, so it has no embedding; leave it out.`)
    if (keys.has(key)) throw invalid(`The key ${key} names two texts of the batch job; give each its own.`)
    keys.add(key)
  }
}

function invalid(message: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_REQUEST_INVALID', message)
}
