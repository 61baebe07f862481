import { EmbeddingError, type EmbeddingErrorCode } from '../errors.js'
import { type FailedResponse, failureOfResponse, type NetworkContext } from './failure-of-response.js'
import { type Fetch, guardFetch, type GuardOptions } from './guard-fetch.js'
import { failureWithout, withoutSecrets } from './safe-message.js'

/** A connection to a provider; it fails only with embedding errors. */
export interface Connection {
  /** The host for messages. */
  readonly host: string
  /**
   * Runs one exchange, e.g. a call of an SDK that takes a fetch function, which returns successful responses only.
   * Rejects with the reason of the signal, or with an `EmbeddingError` without secrets.
   */
  ask<T>(exchange: (fetch: Fetch) => Promise<T>, signal: AbortSignal | undefined): Promise<T>
  /** Removes the secrets from a text of the server. */
  clean(text: string): string
}

/** Options of `createConnection`. */
export interface ConnectionOptions extends GuardOptions {
  /** The provider of the model's identity, e.g. `openai`. */
  readonly provider: string
  /** What the provider is asked for, in messages; default `embeddings`. */
  readonly serves?: string | undefined
  /** Sends the requests; default the global one. It is always guarded by `guardFetch`. */
  readonly fetch?: Fetch | undefined
  /** What no error may contain; default nothing. */
  readonly secrets?: readonly string[] | undefined
  /** The current time, for retry dates; default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** The error for a response that is specific to this provider; undefined for others. */
  readonly explain?: ((response: FailedResponse) => EmbeddingError | undefined) | undefined
}

/** Prepares a connection; sends nothing. */
export function createConnection(options: ConnectionOptions): Connection {
  const { provider, serves, endpoint, secrets = [], now = Date.now, explain } = options
  const context = { provider, host: endpoint.host, serves }
  const clean = (text: string) => withoutSecrets(text, secrets)
  const guarded = guardFetch(options.fetch ?? globalThis.fetch, options)
  const refuse = async (response: Response): Promise<never> => {
    const { status, headers } = response
    const failure = { ...context, status, headers, body: clean(await response.text()) }
    throw explain?.(failure) ?? failureOfResponse(failure, { now })
  }
  return {
    host: endpoint.host,
    clean,
    async ask(exchange, signal) {
      signal?.throwIfAborted()
      // SDKs drop headers and causes, and one of them drops the cause of an apparent timeout.
      let failure: unknown
      const fetch: Fetch = async (input, init) => {
        try {
          // An SDK's own signal would stay registered at a long-lived one.
          const response = await guarded(input, { ...init, signal: signal ?? null })
          return response.ok ? response : await refuse(response)
        } catch (error) {
          failure = error
          throw error
        }
      }
      try {
        return await exchange(fetch)
      } catch (error) {
        signal?.throwIfAborted()
        throw failureWithout(secrets, failureOfNetwork(failure ?? error, context))
      }
    },
  }
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
  const isRetryable =
    code !== undefined || causes.some((cause) => cause instanceof Error && networkWords.test(cause.message))
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
