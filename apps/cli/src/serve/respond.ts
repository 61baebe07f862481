import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from './gate.js'

/** Sends JSON. */
export function respond(
  response: ServerResponse,
  value: unknown,
  { status = 200, headers = {} }: Partial<Refusal> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
  response.end(JSON.stringify(value))
}

const codes: Readonly<Record<number, string>> = {
  401: 'TOKEN_WRONG',
  403: 'REQUEST_FOREIGN',
  404: 'NOT_FOUND',
  405: 'METHOD_UNKNOWN',
  413: 'REQUEST_TOO_LARGE',
  500: 'UNEXPECTED',
}

/** Rejects a request of the REST API. */
export function refuse(
  response: ServerResponse,
  { status, reason, headers = {} }: Refusal,
  code = codes[status],
): void {
  respond(response, { error: { code: code ?? 'REQUEST_INVALID', message: reason } }, { status, headers })
}

const maxBytes = 1024 * 1024

/** The body of a request as text; undefined if it is larger than 1 MB. */
export function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let bytes = 0
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= maxBytes) return void parts.push(part)
      // The rest is read and discarded, so that the sender receives the answer.
      parts.length = 0
      resolve(undefined)
    })
    request.on('end', () => resolve(bytes > maxBytes ? undefined : Buffer.concat(parts).toString('utf8')))
    request.on('error', reject)
  })
}

/** The refusal of a body that is too large. */
export const tooLarge: Refusal = { status: 413, reason: 'A request can have at most 1 MB.' }

/** Aborted when the client disconnects before it has its answer. */
export function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new DOMException('the client disconnected', 'AbortError'))
  })
  return gone.signal
}
