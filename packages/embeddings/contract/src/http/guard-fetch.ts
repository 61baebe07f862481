import { ReadableStream as WebStream } from 'node:stream/web'
import { EmbeddingError, unavailable } from '../errors.js'
import { untilAborted } from '../with-retry.js'

/** The standard `fetch`; injected so that tests and proxies can replace it. */
export type Fetch = typeof globalThis.fetch

export interface GuardOptions {
  /** Requests to other origins are rejected. */
  readonly endpoint: URL
  /** Maximum wait for status and headers, in milliseconds; default 30,000. */
  readonly firstByteTimeout?: number | undefined
  /** Maximum pause within a body, in milliseconds; default 15,000. */
  readonly idleTimeout?: number | undefined
  /** Maximum time for a body, in milliseconds; default 120,000. */
  readonly bodyTimeout?: number | undefined
  /** Maximum bytes of a decompressed body; default 64 MB. */
  readonly maxBytes?: number | undefined
}

/**
 * A `fetch` for one origin that follows no redirect and limits time and size. It and the body of its response reject with
 * `EMBEDDING_MODEL_UNAVAILABLE` for another origin (before sending) or a redirect, with a retryable
 * `EMBEDDING_REQUEST_FAILED` if a response is too slow, and with `EMBEDDING_RESPONSE_INVALID` for a body that is too large
 * or an invalid status. Network errors and the reason of the signal pass unchanged. All of them close the connection.
 */
export function guardFetch(fetch: Fetch, options: GuardOptions): Fetch {
  const { endpoint, firstByteTimeout = 30_000, idleTimeout = 15_000 } = options
  const { bodyTimeout = 120_000, maxBytes = 64 * 1024 * 1024 } = options
  return async (input, init) => {
    const url = typeof input === 'object' && 'url' in input ? input.url : String(input)
    const { origin } = new URL(url, endpoint)
    if (origin !== endpoint.origin)
      throw unavailable(
        `A request to ${origin} was rejected, because the base URL is at ${endpoint.origin}; correct the base URL.`,
      )
    const stop = new AbortController()
    const signal = AbortSignal.any([...(init?.signal ? [init.signal] : []), stop.signal])
    const expire = () =>
      stop.abort(stalled(endpoint.host, `did not begin to answer within ${firstByteTimeout} ms`))
    const timer = setTimeout(expire, firstByteTimeout)
    try {
      const sent = fetch(input, { ...init, redirect: 'manual', signal })
      const response = await untilAborted(sent, signal)
      const fault = faultOf(response, endpoint)
      if (fault !== undefined) stop.abort(fault)
      stop.signal.throwIfAborted()
      if (response.body === null) return response
      const guards = { host: endpoint.host, signal, stop, idleTimeout, bodyTimeout, maxBytes }
      const body = WebStream.from(guardBody(response.body, guards)) as RequestInit['body']
      const { status, statusText, headers } = response
      return new Response(body, { status, statusText, headers })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** `what` continues "the host …". */
function stalled(host: string, what: string): EmbeddingError {
  const message = `${host} ${what}; try again, or allow it more time.`
  return new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true })
}

const redirects = new Set([301, 302, 303, 307, 308])

function faultOf({ status, type, redirected, headers }: Response, endpoint: URL): EmbeddingError | undefined {
  if (redirected || type === 'opaqueredirect' || redirects.has(status)) {
    return unavailable(
      `${endpoint.host} redirects to ${targetOf(headers.get('location'), endpoint)}, which is not followed; if you trust it, make it the base URL.`,
    )
  }
  if (status >= 200 && status <= 599) return undefined
  return new EmbeddingError(
    'EMBEDDING_RESPONSE_INVALID',
    `${endpoint.host} answered with the status ${status}, which does not exist; check the base URL.`,
  )
}

/** Without path and query, which may contain the request. */
function targetOf(location: string | null, endpoint: URL): string {
  if (location === null || !URL.canParse(location, endpoint.href)) return 'another address'
  const { protocol, host } = new URL(location, endpoint)
  return host === '' ? `a ${protocol} address` : `${protocol}//${host}`
}

interface Guards extends Readonly<Record<'idleTimeout' | 'bodyTimeout' | 'maxBytes', number>> {
  readonly host: string
  readonly signal: AbortSignal
  readonly stop: AbortController
}

/** Passes the bytes on as they are read, and fails and ends the request if they are too slow or too many. */
async function* guardBody(body: ReadableStream<Uint8Array>, guards: Guards): AsyncGenerator<Uint8Array> {
  const { host, signal, stop, idleTimeout, bodyTimeout, maxBytes } = guards
  const reader = body.getReader()
  const stopAfter = (milliseconds: number, what: string) =>
    setTimeout(() => stop.abort(stalled(host, what)), milliseconds)
  const total = stopAfter(bodyTimeout, `did not finish its answer within ${bodyTimeout} ms`)
  const end = () => clearTimeout(total)
  signal.addEventListener('abort', end, { once: true })
  const read = async () => {
    const idle = stopAfter(idleTimeout, `paused for ${idleTimeout} ms in the middle of an answer`)
    return untilAborted(reader.read(), signal).finally(() => clearTimeout(idle))
  }
  try {
    let size = 0
    for (let { done, value } = await read(); !done; { done, value } = await read()) {
      size += value?.byteLength ?? 0
      if (size > maxBytes) stop.abort(tooLarge(host, maxBytes))
      signal.throwIfAborted()
      if (value !== undefined) yield value
    }
  } finally {
    end()
    // Node retains a signal made by `AbortSignal.any` while it has a listener.
    signal.removeEventListener('abort', end)
    await reader.cancel().catch(() => {})
  }
}

function tooLarge(host: string, maxBytes: number): EmbeddingError {
  const what = `${host} answered with more than ${maxBytes} bytes, and was not read further`
  return new EmbeddingError('EMBEDDING_RESPONSE_INVALID', `${what}; check the base URL, or send fewer texts.`)
}
