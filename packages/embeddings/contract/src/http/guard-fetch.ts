import { EmbeddingError } from '../errors.js'
import { untilAborted } from '../until-aborted.js'
import { guardBody } from './guard-body.js'
import { stalled } from './stalled.js'

/** The standard function that sends requests; injected, so that tests and proxies can supply their own. */
export type Fetch = typeof globalThis.fetch

/** Where requests may go and how long and large answers may be. */
export interface GuardOptions {
  /** Only URLs of its origin are asked. */
  readonly endpoint: URL
  /** The longest wait for the status and the headers of an answer, in milliseconds; default 30,000. */
  readonly firstByteTimeout?: number | undefined
  /** The longest pause within a body, in milliseconds; default 15,000. */
  readonly idleTimeout?: number | undefined
  /** The longest time a body may take as a whole, in milliseconds; default 120,000. */
  readonly bodyTimeout?: number | undefined
  /** The largest body, in bytes, after decompression; default 64 MB. */
  readonly maxBytes?: number | undefined
}

/**
 * A fetch that asks one origin, follows no redirect and does not wait or read for ever. It rejects with an
 * `EmbeddingError`, and so does reading the body of its answer:
 * - `EMBEDDING_MODEL_UNAVAILABLE` for another origin, before anything is sent, and for a redirect;
 * - `EMBEDDING_REQUEST_FAILED`, retryable, where an answer does not begin, pauses, or drips for too long;
 * - `EMBEDDING_RESPONSE_INVALID` for a body that is too large or a status that is none.
 *
 * What the network itself reports goes through unchanged (see `failureOfNetwork`), and so does the reason of the
 * caller's signal. Aborting and every one of these errors close the connection.
 */
export function guardFetch(fetch: Fetch, options: GuardOptions): Fetch {
  const { endpoint, firstByteTimeout = 30_000, idleTimeout = 15_000 } = options
  const { bodyTimeout = 120_000, maxBytes = 64 * 1024 * 1024 } = options
  return async (input, init) => {
    refuseOtherOrigin(urlOf(input), endpoint)
    const stop = new AbortController()
    const signal = AbortSignal.any([...signalsOf(input, init), stop.signal])
    const expire = () =>
      stop.abort(stalled(endpoint.host, `did not begin to answer within ${firstByteTimeout} ms`))
    const timer = setTimeout(expire, firstByteTimeout)
    try {
      const answer = fetch(input, { ...init, redirect: 'manual', signal })
      const response = await untilAborted(answer, signal)
      refuseUnusable(response, { endpoint, stop })
      if (response.body === null) return response
      const limits = { idleTimeout, bodyTimeout, maxBytes }
      const body = guardBody(response.body, { host: endpoint.host, signal, stop, limits })
      const { status, statusText, headers } = response
      return new Response(body, { status, statusText, headers })
    } finally {
      clearTimeout(timer)
    }
  }
}

type Input = Parameters<Fetch>[0]
type Init = Parameters<Fetch>[1]

function urlOf(input: Input): string {
  if (typeof input === 'string') return input
  return 'url' in input ? input.url : input.href
}

/** Those of a `Request` too: the signal that is handed to fetch takes their place. */
function signalsOf(input: Input, init: Init): AbortSignal[] {
  const own = typeof input === 'object' && 'signal' in input ? input.signal : undefined
  return [own, init?.signal].filter((signal) => signal instanceof AbortSignal)
}

function refuseOtherOrigin(asked: string, endpoint: URL): void {
  const { origin } = new URL(asked, endpoint)
  if (origin === endpoint.origin) return
  throw new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `A request to ${origin} was refused, because the base URL is at ${endpoint.origin}; correct the base URL.`,
  )
}

const redirects = new Set([301, 302, 303, 307, 308])

function refuseUnusable(
  response: Response,
  { endpoint, stop }: { endpoint: URL; stop: AbortController },
): void {
  const fault = faultOf(response, endpoint)
  if (fault === undefined) return
  stop.abort(fault)
  throw fault
}

function faultOf({ status, type, redirected, headers }: Response, endpoint: URL): EmbeddingError | undefined {
  if (redirected || type === 'opaqueredirect' || redirects.has(status)) {
    return new EmbeddingError(
      'EMBEDDING_MODEL_UNAVAILABLE',
      `${endpoint.host} redirects to ${targetOf(headers.get('location'), endpoint)}, which is not followed; if you trust it, make it the base URL.`,
    )
  }
  if (status >= 200 && status <= 599) return undefined
  return new EmbeddingError(
    'EMBEDDING_RESPONSE_INVALID',
    `${endpoint.host} answered with the status ${status}, which does not exist; check the base URL.`,
  )
}

/** Without path and query, which may hold what was asked. */
function targetOf(location: string | null, endpoint: URL): string {
  if (location === null || !URL.canParse(location, endpoint.href)) return 'another address'
  const { protocol, host } = new URL(location, endpoint)
  return host === '' ? `a ${protocol} address` : `${protocol}//${host}`
}
