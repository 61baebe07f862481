import type { EmbeddingError } from '../errors.js'
import { failureOfNetwork } from './failure-of-network.js'
import { type FailedResponse, failureOfResponse } from './failure-of-response.js'
import { type Fetch, guardFetch, type GuardOptions } from './guard-fetch.js'
import { failureWithout, withoutSecrets } from './safe-message.js'

/** A way to a provider that fails with embedding errors alone. */
export interface Connection {
  /** Who answers, for messages. */
  readonly host: string
  /**
   * Runs one exchange, e.g. a call of an SDK that is given the fetch; it sees good answers alone. Rejects with the
   * signal's reason when that aborts, else with an `EmbeddingError` in which no secret stands.
   */
  ask<T>(exchange: (fetch: Fetch) => Promise<T>, signal: AbortSignal | undefined): Promise<T>
  /** The text without the secrets, for what the server says in a good answer. */
  clean(text: string): string
}

/** Whom to ask, and what failures are made of. */
export interface ConnectionOptions extends GuardOptions {
  /** As in the identity of the model, e.g. `openai`. */
  readonly provider: string
  /** Sends the requests; default the global one. Always guarded by `guardFetch`. */
  readonly fetch?: Fetch | undefined
  /** What no error may tell; default nothing. */
  readonly secrets?: readonly string[] | undefined
  /** Tells what time it is, for answers that name one to come back at; default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** The error for an answer that only this provider gives; undefined for what `failureOfResponse` knows. */
  readonly explain?: ((response: FailedResponse) => EmbeddingError | undefined) | undefined
}

/** Prepares a connection; nothing is sent yet. */
export function createConnection(options: ConnectionOptions): Connection {
  const { provider, endpoint, secrets = [], now = Date.now, explain } = options
  const context = { provider, host: endpoint.host }
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
      // SDKs drop headers and causes, and one of them the cause of what it takes for a timeout.
      let failure: unknown
      const fetch: Fetch = async (input, init) => {
        try {
          // An SDK's own signal would stay among the listeners of a long-lived one for ever.
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
