import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server'
import { orUndefined } from '@recallite/command-line'
import { createServer, protocolFailure } from '../mcp/create-server.js'
import { createOffer, noOffer } from '../mcp/offer.js'
import type { Service } from './answer-route.js'
import type { Refusal } from './gate.js'
import { readBody, signalOf, tooLarge } from './respond.js'

/** Rejects a request, as HTTP and as JSON-RPC. */
export function refuseMcp(response: ServerResponse, { status, reason, headers }: Refusal, code = -32_000) {
  const error = { code, message: reason }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
}

/** Answers a request of either era over streamable HTTP, without sessions. */
export async function answerMcp(response: ServerResponse, service: Service): Promise<void> {
  const { held, flags, onFailure } = service
  const { method = '' } = response.req
  const text = await readBody(response.req)
  if (method !== 'POST') {
    const reason = `${method} is not supported. Use POST.`
    return refuseMcp(response, { status: 405, reason, headers: { allow: 'POST' } })
  }
  if (text === undefined) return refuseMcp(response, tooLarge)
  const body = orUndefined(() => ({ value: JSON.parse(text) as { readonly method?: unknown } | null }))
  if (!body)
    return refuseMcp(response, { status: 400, reason: 'The body is not JSON.' }, ProtocolErrorCode.ParseError)
  const exchange = { response, body: body.value, onFailure }
  // Such a stream stays open, although nothing is announced on it.
  if (body.value?.method === 'subscriptions/listen') return answerWith(createServer(noOffer), exchange)
  await held.use((open) => answerWith(createServer(createOffer(open, flags)), exchange))
}

interface Exchange extends Pick<Service, 'onFailure'> {
  readonly response: ServerResponse
  readonly body: unknown
}

/** Waits until the answer is sent; a client that disconnects before cancels its request. */
async function answerWith(server: Server, { response, body, onFailure }: Exchange): Promise<void> {
  const request = requestOf(response.req, signalOf(response))
  const closed = once(response, 'close')
  const answer = await Promise.race([
    answerEither(server, { request, body, onFailure }),
    closed.then(() => undefined),
  ])
  if (answer) {
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    const stream = answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([])
    // A client may disconnect at any time.
    await pipeline(stream, response).catch(() => undefined)
  }
  await server.close()
}

/** The library would answer clients of the older era with an event stream. */
async function answerEither(
  server: Server,
  { request, body, onFailure }: Pick<Exchange, 'body' | 'onFailure'> & { readonly request: Request },
): Promise<Response> {
  const onerror = (error: Error) => onFailure(protocolFailure(error))
  if (!(await isLegacyRequest(request, body)))
    return createMcpHandler(() => server, { legacy: 'reject', onerror }).fetch(request, { parsedBody: body })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request, { parsedBody: body })
}

const jsonRange = /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:[;,]|$)/iu

/** The library requires clients of the older era to name a second type, but every answer to them is JSON. */
function requestOf({ headersDistinct, url = '' }: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  if (jsonRange.test(headers.get('accept') ?? '*/*'))
    headers.set('accept', 'application/json, text/event-stream')
  // The library gets the body parsed.
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers, signal })
}
