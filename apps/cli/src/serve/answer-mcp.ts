import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { orUndefined } from '@recallite/command-line'
import { createServer } from '../mcp/create-server.js'
import { createOffer } from '../mcp/offer.js'
import type { Service } from './answer-route.js'
import type { Refusal } from './gate.js'
import { readBody, tooLarge } from './respond.js'

/** Rejects a request, as HTTP and as JSON-RPC. */
export function refuseMcp(
  response: ServerResponse,
  { status, reason, headers }: Refusal,
  code = -32_000,
): void {
  const error = { code, message: reason }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
}

/** Answers a request over streamable HTTP, without sessions, which only servers with notifications need. */
export async function answerMcp(response: ServerResponse, service: Service): Promise<void> {
  const { held, flags, onFailure } = service
  const { method = '' } = response.req
  const text = await readBody(response.req)
  if (method !== 'POST') {
    const reason = `${method} is not supported. Use POST.`
    return refuseMcp(response, { status: 405, reason, headers: { allow: 'POST' } })
  }
  if (text === undefined) return refuseMcp(response, tooLarge)
  const body = orUndefined(() => ({ value: JSON.parse(text) as unknown }))
  if (!body)
    return refuseMcp(response, { status: 400, reason: 'The body is not JSON.' }, ErrorCode.ParseError)
  await held.use((open) => {
    const server = createServer(createOffer(open, flags), { onFailure, onClose: () => {} })
    return answerWith(server, response, body.value)
  })
}

/** Waits until the answer is sent; a client that disconnects before cancels its request. */
async function answerWith(server: Server, response: ServerResponse, body: unknown): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  // The library's types disagree about what may be undefined.
  await server.connect(transport as Parameters<typeof server.connect>[0])
  widenAccept(response.req)
  const closed = once(response, 'close')
  await Promise.race([transport.handleRequest(response.req, response, body), closed])
  await closed
  await server.close()
}

const jsonRange = /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:[;,]|$)/iu

/** The library requires clients to name a second type, but every answer is JSON. It reads either form of the headers. */
function widenAccept({ headers, rawHeaders }: IncomingMessage): void {
  if (!jsonRange.test(headers.accept ?? '*/*')) return
  headers.accept = 'application/json, text/event-stream'
  rawHeaders.push('Accept', headers.accept)
}
