import { EmbeddingError, type EmbeddingErrorCode } from '../errors.js'

/** The provider and its host, for messages. */
export interface NetworkContext {
  readonly provider: string
  /** The host, with the port if there is one. */
  readonly host: string
  /** What the provider is asked for; default `embeddings`. */
  readonly serves?: string | undefined
}

/** Codes of Node's TLS and of OpenSSL: untrusted certificates, peers that do not speak TLS. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/
const networkCodes = /^(E[A-Z_]{3,}|UND_ERR_[A-Z_]+)$/
/** Messages of fetch and SDKs about connections, for errors without a code. */
const networkWords = /fetch failed|terminated|network|socket|connection|timed? ?out|other side closed/i

/**
 * The embedding error for what a fetch or an SDK threw, judged by its causes:
 * - an `EmbeddingError` is returned as it is;
 * - `EMBEDDING_MODEL_UNAVAILABLE` if TLS fails;
 * - `EMBEDDING_RESPONSE_INVALID` for a `SyntaxError`, i.e. an answer that is not JSON;
 * - `EMBEDDING_REQUEST_FAILED` otherwise, retryable for network failures: refused or reset connections, names that do
 *   not resolve, timeouts.
 *
 * The message contains only the host and the code, since other texts may contain URLs with keys. The caller must check
 * its signal first (`signal.throwIfAborted()`).
 */
export function failureOfNetwork(error: unknown, context: NetworkContext): EmbeddingError {
  const causes = causesOf(error)
  const known = causes.find((cause) => EmbeddingError.isInstance(cause))
  if (known !== undefined) return known
  const fail = (code: EmbeddingErrorCode, what: string, isRetryable = false) =>
    new EmbeddingError(code, `${context.provider} at ${context.host} ${what}.`, { cause: error, isRetryable })
  const codes = causes.flatMap(codeOf)
  const tls = codes.find((code) => tlsCodes.test(code))
  if (tls !== undefined)
    return fail(
      'EMBEDDING_MODEL_UNAVAILABLE',
      `could not prove with TLS who it is (${tls}); correct the base URL or the certificate`,
    )
  if (causes.some((cause) => cause instanceof SyntaxError))
    return fail('EMBEDDING_RESPONSE_INVALID', 'answered with something that is not JSON; check the base URL')
  const code = codes.find((each) => networkCodes.test(each))
  const isRetryable = code !== undefined || causes.some(isAboutNetwork)
  const kind = code ?? (error instanceof Error ? error.name : typeof error)
  const todo = isRetryable ? 'check the connection and that the server runs, and try again' : 'see the cause'
  return fail('EMBEDDING_REQUEST_FAILED', `could not be asked (${kind}); ${todo}`, isRetryable)
}

/** An error, its causes and the errors of each address that was tried. */
function causesOf(error: unknown): unknown[] {
  const found = new Set([error])
  // A set, so that an error that is its own cause ends the loop.
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

function isAboutNetwork(cause: unknown): boolean {
  return cause instanceof Error && networkWords.test(cause.message)
}
