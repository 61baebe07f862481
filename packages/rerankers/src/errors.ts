/** Stable codes of rerank errors. */
export type RerankErrorCode =
  /** The reranker is missing, does not load, is disposed of or denies access; further requests will fail too. */
  | 'RERANKER_UNAVAILABLE'
  /** The request failed; `isRetryable`: it may succeed later. */
  | 'RERANK_REQUEST_FAILED'
  /** This request can never be answered. */
  | 'RERANK_REQUEST_INVALID'
  /** The request exceeds the limits of the model; fewer or shorter texts may succeed. */
  | 'RERANK_REQUEST_TOO_LARGE'
  /** The reranker did not answer with one usable score per text. */
  | 'RERANK_RESPONSE_INVALID'

/** Details of a rerank error. */
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
  /** The pause that the service requests, in milliseconds. */
  readonly retryAfter: number | undefined

  constructor(code: RerankErrorCode, message: string, options: RerankErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'RerankError'
    this.code = code
    this.isRetryable = options.isRetryable ?? false
    this.retryAfter = options.retryAfter
    Object.defineProperty(this, marker, { value: true })
  }

  /** Whether a value is a rerank error, also of another copy of this package. */
  static isInstance(value: unknown): value is RerankError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

/** By the codes of embedding errors: drivers share processes and network code with embedding models. */
const codes: ReadonlyMap<unknown, RerankErrorCode> = new Map([
  ['EMBEDDING_MODEL_UNAVAILABLE', 'RERANKER_UNAVAILABLE'],
  ['EMBEDDING_REQUEST_FAILED', 'RERANK_REQUEST_FAILED'],
  ['EMBEDDING_REQUEST_INVALID', 'RERANK_REQUEST_INVALID'],
  ['EMBEDDING_REQUEST_TOO_LARGE', 'RERANK_REQUEST_TOO_LARGE'],
  ['EMBEDDING_RESPONSE_INVALID', 'RERANK_RESPONSE_INVALID'],
])

/** Converts an embedding error to a rerank error, without its cause, which may contain secrets; returns other values unchanged. */
export function rerankErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = codes.get(error.code)
  if (code === undefined) return error
  const isRetryable = 'isRetryable' in error && error.isRetryable === true
  const retryAfter =
    'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : undefined
  return new RerankError(code, error.message, { isRetryable, retryAfter })
}
