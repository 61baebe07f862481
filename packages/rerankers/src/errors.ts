/** Stable codes for programs to act on. */
export type RerankErrorCode =
  /** The reranker is missing, does not load, was disposed of or refuses access; further requests will fail as well. */
  | 'RERANKER_UNAVAILABLE'
  /** This request failed; `isRetryable` says whether the same one may succeed later. */
  | 'RERANK_REQUEST_FAILED'
  /** This request can never be answered. */
  | 'RERANK_REQUEST_INVALID'
  /** The request exceeds the limits of the model; fewer or shorter texts may succeed. */
  | 'RERANK_REQUEST_TOO_LARGE'
  /** The reranker did not answer with one usable score per text. */
  | 'RERANK_RESPONSE_INVALID'

/** Further facts about a rerank error. */
export interface RerankErrorOptions {
  readonly cause?: unknown
  /** Default false. */
  readonly isRetryable?: boolean | undefined
  /** In milliseconds. */
  readonly retryAfter?: number | undefined
}

const marker = Symbol.for('recallite.RerankError')

/** Why a reranker returned no scores. */
export class RerankError extends Error {
  readonly code: RerankErrorCode
  /** Whether the same call may succeed later. */
  readonly isRetryable: boolean
  /** The pause that the service asked for, in milliseconds. */
  readonly retryAfter: number | undefined

  constructor(code: RerankErrorCode, message: string, options: RerankErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'RerankError'
    this.code = code
    this.isRetryable = options.isRetryable ?? false
    this.retryAfter = options.retryAfter
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a rerank error, also if another copy of this package created it. */
  static isInstance(value: unknown): value is RerankError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

/** The codes of errors of embedding models, with which drivers share their processes and their network. */
const codes: ReadonlyMap<unknown, RerankErrorCode> = new Map([
  ['EMBEDDING_MODEL_UNAVAILABLE', 'RERANKER_UNAVAILABLE'],
  ['EMBEDDING_REQUEST_FAILED', 'RERANK_REQUEST_FAILED'],
  ['EMBEDDING_REQUEST_INVALID', 'RERANK_REQUEST_INVALID'],
  ['EMBEDDING_REQUEST_TOO_LARGE', 'RERANK_REQUEST_TOO_LARGE'],
  ['EMBEDDING_RESPONSE_INVALID', 'RERANK_RESPONSE_INVALID'],
])

/**
 * The rerank error for what a part threw that embedding models use as well; anything else is returned as it is. The cause
 * is left out, since it may name what the message must not.
 */
export function rerankErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = codes.get(error.code)
  if (code === undefined) return error
  const isRetryable = 'isRetryable' in error && error.isRetryable === true
  const isPause = 'retryAfter' in error && typeof error.retryAfter === 'number'
  return new RerankError(code, error.message, {
    isRetryable,
    retryAfter: isPause ? Number(error.retryAfter) : undefined,
  })
}
