import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ErrorCode, isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { orUndefined } from '@recallite/command-line'
import { createServer } from '../mcp/create-server.js'
import type { Offer } from '../mcp/offer.js'
import type { Refusal } from './gate.js'
import { readBody, tooLarge } from './respond.js'
import type { Sessions } from './sessions.js'

/** What the sessions of the Model Context Protocol need. */
export interface McpService {
  readonly offer: Offer
  readonly sessions: Sessions
  readonly onFailure: (message: string) => void
}

const codes: Readonly<Record<number, number>> = { 404: -32_001 }

/** Rejects a request, as HTTP and as JSON-RPC. */
export function refuseMcp(
  response: ServerResponse,
  { status, reason, headers }: Refusal,
  code = codes[status],
): void {
  const error = { code: code ?? -32_000, message: reason }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
}

const methods = ['GET', 'POST', 'DELETE']

/** Answers a request over streamable HTTP. */
export async function answerMcp(
  request: IncomingMessage,
  response: ServerResponse,
  service: McpService,
): Promise<void> {
  const { method = '' } = request
  if (!methods.includes(method)) {
    const reason = `${method} is not spoken here.`
    return refuseMcp(response, { status: 405, reason, headers: { allow: methods.join(', ') } })
  }
  const text = await readBody(request)
  if (text === undefined) return refuseMcp(response, tooLarge)
  const body =
    method === 'POST' ? orUndefined(() => ({ value: JSON.parse(text) as unknown })) : { value: undefined }
  if (!body) return refuseMcp(response, { status: 400, reason: 'This is not JSON.' }, ErrorCode.ParseError)
  const id = request.headers['mcp-session-id']
  if (typeof id !== 'string') return answerFirst({ request, response }, body.value, service)
  const transport = service.sessions.get(id)
  if (!transport)
    return refuseMcp(response, { status: 404, reason: 'This session has ended. Begin a new one.' })
  service.sessions.use(id, response)
  await transport.handleRequest(request, response, body.value)
}

const noSession: Refusal = {
  status: 400,
  reason: 'Begin with an initialize request, and send its Mcp-Session-Id from then on.',
}

const full: Refusal = { status: 503, reason: 'All sessions of this server are in use. Try again later.' }

async function answerFirst(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  body: unknown,
  service: McpService,
): Promise<void> {
  if (!isInitializeRequest(body)) return refuseMcp(response, noSession)
  if (!service.sessions.hasSpace()) return refuseMcp(response, full)
  const transport = await beginSession(service)
  await transport.handleRequest(request, response, body)
  if (transport.sessionId === undefined) await transport.close()
}

async function beginSession(service: McpService): Promise<StreamableHTTPServerTransport> {
  const { offer, sessions, onFailure } = service
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.add(id, transport),
  })
  const onClose = () => void (transport.sessionId !== undefined && sessions.forget(transport.sessionId))
  const server = createServer(offer, { onFailure, onClose })
  // The library's own types disagree about what may be undefined.
  await server.connect(transport as Parameters<typeof server.connect>[0])
  return transport
}
