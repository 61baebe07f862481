import { EmbeddingError, type EmbeddingErrorCode } from '../errors.js'
import { type FailedResponse, failureOfResponse, type NetworkContext } from './failure-of-response.js'
import { type Fetch, guardFetch, type GuardOptions } from './guard-fetch.js'
import { failureWithout, withoutSecrets } from './safe-message.js'

/** A connection to a provider. It rejects only with `EmbeddingError`s without secrets, or with the reason of the signal. */
export interface Connection {
  readonly host: string
  /** Runs one exchange, such as a call of an SDK, with a `fetch` that returns only successful responses. */
  ask<T>(exchange: (fetch: Fetch) => Promise<T>, signal: AbortSignal | undefined): Promise<T>
  /** Removes the secrets from a text of the server. */
  clean(text: string): string
}

/** Options of `createConnection`. */
export interface ConnectionOptions extends GuardOptions {
  /** As in `ModelIdentity`. */
  readonly provider: string
  /** What the provider serves, for messages; default `embeddings`. */
  readonly serves?: string | undefined
  /** Default: the global `fetch`. Always guarded by `guardFetch`. */
  readonly fetch?: Fetch | undefined
  /** Texts that no error may contain. */
  readonly secrets?: readonly string[] | undefined
  /** Default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Returns the error for a failed response that only this provider sends; undefined for others. */
  readonly explain?: ((response: FailedResponse) => EmbeddingError | undefined) | undefined
}

/** Creates a connection; sends nothing. */
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
      // SDKs drop headers and causes.
      let failure: unknown
      const fetch: Fetch = async (input, init) => {
        try {
          // An SDK's signal would stay registered at a long-lived one.
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

/** Node's and OpenSSL's codes for untrusted certificates and peers that do not speak TLS. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/
const networkCodes = /^(E[A-Z_]{3,}|UND_ERR_[A-Z_]+|Proxy response \(\d+\))$/
/** Messages of `fetch` and SDKs about connections, for errors without a code. */
const networkWords = /fetch failed|terminated|network|socket|connection|timed? ?out|other side closed/i

/**
 * Converts an error of `fetch` or an SDK, judged by its causes, to an `EmbeddingError`: `EMBEDDING_MODEL_UNAVAILABLE` if
 * TLS fails, `EMBEDDING_RESPONSE_INVALID` if the answer is not JSON, otherwise `EMBEDDING_REQUEST_FAILED`, retryable for
 * network failures. The message contains only the host and the code, since other texts may contain URLs with keys.
 */
export function failureOfNetwork(error: unknown, context: NetworkContext): EmbeddingError {
  const causes = causesOf(error)
  const embeddingError = causes.find((cause) => EmbeddingError.isInstance(cause))
  if (embeddingError !== undefined) return embeddingError
  const fail = (code: EmbeddingErrorCode, what: string, isRetryable = false) =>
    new EmbeddingError(code, `${context.provider} at ${context.host} ${what}.`, { cause: error, isRetryable })
  const codes = causes.flatMap(codeOf)
  const tls = codes.find((code) => tlsCodes.test(code))
  if (tls !== undefined)
    return fail(
      'EMBEDDING_MODEL_UNAVAILABLE',
      `failed the TLS check (${tls}); correct the base URL or the certificate`,
    )
  if (causes.some((cause) => cause instanceof SyntaxError))
    return fail('EMBEDDING_RESPONSE_INVALID', 'answered with something that is not JSON; check the base URL')
  const code = codes.find((each) => networkCodes.test(each))
  const isRetryable =
    code !== undefined || causes.some((cause) => cause instanceof Error && networkWords.test(cause.message))
  const kind = code ?? (error instanceof Error ? error.name : typeof error)
  const todo = isRetryable ? 'check the connection and the server, then try again' : 'see the cause'
  return fail('EMBEDDING_REQUEST_FAILED', `could not be reached (${kind}); ${todo}`, isRetryable)
}

/** An error, its causes and, for several addresses, the error of each. */
function causesOf(error: unknown): unknown[] {
  const errors = new Set([error])
  // A set also ends the loop for an error that is its own cause.
  for (const each of errors) {
    if (typeof each !== 'object' || each === null) continue
    if ('cause' in each && each.cause !== undefined) errors.add(each.cause)
    if (each instanceof AggregateError) for (const inner of each.errors) errors.add(inner)
  }
  return [...errors]
}

function codeOf(cause: unknown): string[] {
  // Node gives these errors the same code as cancelled requests.
  const refusal = cause instanceof Error ? /^Proxy response \(\d+\)/.exec(cause.message) : null
  if (refusal !== null) return refusal
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? [code] : []
}
