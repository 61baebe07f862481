import type { EmbeddingError } from '../errors.js'
import { failureOfNetwork } from './failure-of-network.js'
import { type FailedResponse, failureOfResponse } from './failure-of-response.js'
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
