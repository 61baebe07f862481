/** Stable codes for programs to act on. */
export type EmbeddingErrorCode =
  /** The model is missing, does not load, was disposed of or refuses access; further requests will fail as well. */
  | 'EMBEDDING_MODEL_UNAVAILABLE'
  /** This request failed; `isRetryable` says whether the same one may succeed later. */
  | 'EMBEDDING_REQUEST_FAILED'
  /** This request can never be answered, e.g. because a text is blank. */
  | 'EMBEDDING_REQUEST_INVALID'
  /** The request exceeds the limits of the model; a smaller one may succeed. */
  | 'EMBEDDING_REQUEST_TOO_LARGE'
  /** The model did not answer with one usable vector per text. */
  | 'EMBEDDING_RESPONSE_INVALID'

/** Further facts about an embedding error. */
export interface EmbeddingErrorOptions {
  readonly cause?: unknown
  /** Default false. */
  readonly isRetryable?: boolean | undefined
  /** In milliseconds. */
  readonly retryAfter?: number | undefined
  readonly vectors?: readonly (Float32Array | undefined)[] | undefined
}

const marker = Symbol.for('recallite.EmbeddingError')

/** Why a model returned no vectors. */
export class EmbeddingError extends Error {
  readonly code: EmbeddingErrorCode
  /** Whether the same call may succeed later. */
  readonly isRetryable: boolean
  /** The pause that the provider asked for, in milliseconds. */
  readonly retryAfter: number | undefined
  /** The good vectors by position of the text, if only some texts failed. */
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

  /** True for an embedding error, also if another copy of this package created it. */
  static isInstance(value: unknown): value is EmbeddingError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

/** The error for a model, or settings of one, that cannot work. The message says what to do. */
export function unavailable(message: string, cause?: unknown): EmbeddingError {
  return new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', message, { cause })
}

/** The error for a request that can never be answered. The message says what to do. */
export function invalidRequest(message: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_REQUEST_INVALID', message)
}

/** Why a local model cannot be used. */
export interface UnusableModel {
  readonly modelPath: string
  /** Default `embedding model`. */
  readonly kind?: string | undefined
  /** Follows "cannot be used:". */
  readonly reason: string
  /** A sentence without its full stop. */
  readonly remedy: string
  readonly cause?: unknown
}

/** The error for an unusable local model: its path, the reason and the remedy in one line. */
export function modelUnavailable(model: UnusableModel): EmbeddingError {
  const { kind = 'embedding model', modelPath, reason, remedy, cause } = model
  const said = reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '').trim()
  return unavailable(`The ${kind} ${modelPath} cannot be used: ${said}. ${remedy}.`, cause)
}
