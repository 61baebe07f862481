/** The ways an embedding call fails; stable, for programs to act on. */
export type EmbeddingErrorCode =
  /** The model is not there, cannot be loaded, was disposed of or refuses everybody; the next request will fail as well. */
  | 'EMBEDDING_MODEL_UNAVAILABLE'
  /** This request failed; `isRetryable` says whether the same one may succeed later. */
  | 'EMBEDDING_REQUEST_FAILED'
  /** This request can never be answered as it is, e.g. because one of its texts is blank. */
  | 'EMBEDDING_REQUEST_INVALID'
  /** The request holds more texts or tokens than the model takes; a smaller one may succeed. */
  | 'EMBEDDING_REQUEST_TOO_LARGE'
  /** The model answered, but not with one usable vector per text. */
  | 'EMBEDDING_RESPONSE_INVALID'

/** What an embedding error tells beside its code and its sentence. */
export interface EmbeddingErrorOptions {
  readonly cause?: unknown
  /** Default false. */
  readonly isRetryable?: boolean | undefined
  /** In milliseconds. */
  readonly retryAfter?: number | undefined
  readonly vectors?: readonly (Float32Array | undefined)[] | undefined
}

const marker = Symbol.for('recallite.EmbeddingError')

/** Why a model gave no vectors. */
export class EmbeddingError extends Error {
  readonly code: EmbeddingErrorCode
  /** Whether the same call may succeed later. */
  readonly isRetryable: boolean
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined
  /** The vectors of the texts that were answered well, by position of the text, where others were not. */
  readonly vectors: readonly (Float32Array | undefined)[] | undefined

  constructor(code: EmbeddingErrorCode, message: string, options: EmbeddingErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'EmbeddingError'
    this.code = code
    this.isRetryable = options.isRetryable ?? false
    this.retryAfter = options.retryAfter
    this.vectors = options.vectors
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for an embedding error of any copy of this package. */
  static isInstance(value: unknown): value is EmbeddingError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
