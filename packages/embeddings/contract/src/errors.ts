/** Stable codes for programs to act on. */
export type EmbeddingErrorCode =
  /** The model is missing, does not load, is disposed or denies access; retrying does not help. */
  | 'EMBEDDING_MODEL_UNAVAILABLE'
  /** The request failed; `isRetryable` says whether the same request may succeed later. */
  | 'EMBEDDING_REQUEST_FAILED'
  /** The request can never succeed, for example because a text is blank. */
  | 'EMBEDDING_REQUEST_INVALID'
  /** The request exceeds a limit of the model; a smaller one may succeed. */
  | 'EMBEDDING_REQUEST_TOO_LARGE'
  /** The answer does not have one usable vector per text. */
  | 'EMBEDDING_RESPONSE_INVALID'

/** Options of `EmbeddingError`; see its fields. */
export interface EmbeddingErrorOptions {
  readonly cause?: unknown
  readonly isRetryable?: boolean | undefined
  readonly retryAfter?: number | undefined
  readonly vectors?: readonly (Float32Array | undefined)[] | undefined
}

const marker = Symbol.for('recallite.EmbeddingError')

/** Why a model returned no vectors. */
export class EmbeddingError extends Error {
  readonly code: EmbeddingErrorCode
  readonly isRetryable: boolean
  /** The pause requested by the provider, in milliseconds. */
  readonly retryAfter: number | undefined
  /** The usable vectors by position, if only some texts failed. */
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

  /** Also true for errors of another copy of this package. */
  static isInstance(value: unknown): value is EmbeddingError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

/** Creates an `EMBEDDING_MODEL_UNAVAILABLE` error; the message also states the remedy. */
export function unavailable(message: string, cause?: unknown): EmbeddingError {
  return new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', message, { cause })
}

/** Creates an `EMBEDDING_REQUEST_INVALID` error; the message also states the remedy. */
export function invalidRequest(message: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_REQUEST_INVALID', message)
}

/** Why a local model cannot be used. */
export interface UnusableModel {
  readonly modelPath: string
  /** Default: `embedding model`. */
  readonly kind?: string | undefined
  /** Follows "cannot be used:". */
  readonly reason: string
  /** Without a full stop. */
  readonly remedy: string
  readonly cause?: unknown
}

/** Creates the error for an unusable local model: path, reason and remedy on one line. */
export function modelUnavailable(model: UnusableModel): EmbeddingError {
  const { kind = 'embedding model', modelPath, reason, remedy, cause } = model
  const line = reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '').trim()
  return unavailable(`The ${kind} ${modelPath} cannot be used: ${line}. ${remedy}.`, cause)
}
