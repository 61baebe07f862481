import { EmbeddingError } from '../errors.js'

/** Who was asked; both stand in messages. */
export interface NetworkContext {
  /** As in the identity of the model, e.g. `openai`. */
  readonly provider: string
  /** Host, with the port if there is one: `endpoint.host`. */
  readonly host: string
}

/** Of Node's TLS and of OpenSSL: a certificate that is not trusted, or a peer that does not speak TLS. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/
const networkCodes = /^(E[A-Z_]{3,}|UND_ERR_[A-Z_]+)$/
/** How fetch and SDKs speak of a connection where nobody gives a code. */
const networkWords = /fetch failed|terminated|network|socket|connection|timed? ?out|other side closed/i

/**
 * The embedding error for what a fetch or an SDK threw; looks into its causes:
 * - an `EmbeddingError` among them is given back as it is;
 * - `EMBEDDING_MODEL_UNAVAILABLE` where TLS fails, e.g. for a certificate that is not trusted;
 * - `EMBEDDING_RESPONSE_INVALID` for an answer that is not JSON (a `SyntaxError`);
 * - `EMBEDDING_REQUEST_FAILED` otherwise, retryable where it is the network that failed: refused or cut connections,
 *   names that do not resolve, timeouts.
 *
 * The message names the host and the code alone, as others' words may hold URLs with keys. The reason of a signal that
 * aborted is the caller's to look for first (`signal.throwIfAborted()`).
 */
export function failureOfNetwork(error: unknown, context: NetworkContext): EmbeddingError {
  const causes = causesOf(error)
  const known = causes.find((cause) => EmbeddingError.isInstance(cause))
  if (known !== undefined) return known
  const name = `${context.provider} at ${context.host}`
  const codes = causes.flatMap(codeOf)
  const tls = codes.find((code) => tlsCodes.test(code))
  if (tls !== undefined) {
    return new EmbeddingError(
      'EMBEDDING_MODEL_UNAVAILABLE',
      `${name} could not prove with TLS who it is (${tls}); correct the base URL or the certificate.`,
      { cause: error },
    )
  }
  if (causes.some((cause) => cause instanceof SyntaxError)) {
    return new EmbeddingError(
      'EMBEDDING_RESPONSE_INVALID',
      `${name} answered with something that is not JSON; check the base URL.`,
      { cause: error },
    )
  }
  return unreachable({ name, code: codes.find((code) => networkCodes.test(code)), error, causes })
}

interface Unreached {
  readonly name: string
  readonly code: string | undefined
  readonly error: unknown
  readonly causes: readonly unknown[]
}

function unreachable({ name, code, error, causes }: Unreached): EmbeddingError {
  const isRetryable = code !== undefined || causes.some((cause) => networkWords.test(messageOf(cause)))
  const kind = code ?? (error instanceof Error ? error.name : typeof error)
  const todo = isRetryable ? 'check the connection and that the server runs, and try again' : 'see the cause'
  return new EmbeddingError('EMBEDDING_REQUEST_FAILED', `${name} could not be asked (${kind}); ${todo}.`, {
    cause: error,
    isRetryable,
  })
}

/** An error with its causes and, where several addresses were tried, what each of them said. */
function causesOf(error: unknown): unknown[] {
  const found = new Set([error])
  // A set, so that an error which is its own cause ends the walk.
  for (const each of found) {
    if (typeof each !== 'object' || each === null) continue
    if ('cause' in each && each.cause !== undefined) found.add(each.cause)
    if (each instanceof AggregateError) for (const inner of each.errors) found.add(inner)
  }
  return [...found]
}

function codeOf(cause: unknown): string[] {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? [code] : []
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : ''
}
