import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ErrorCode, isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { createServer } from '../create-server.js'
import { orUndefined } from '@recallite/command-line'
import type { Offer } from '../offer.js'
import { endpoint, refusalOf, type Gate, type Refusal } from './gate.js'
import type { Sessions } from './sessions.js'

/** What answering a request needs. */
export interface HttpService {
  readonly offer: Offer
  readonly gate: Gate
  readonly sessions: Sessions
  readonly onFailure: (message: string) => void
}

const codes: Readonly<Record<number, number>> = { 404: -32_001 }

/** Rejects a request, as HTTP and as JSON-RPC. */
export function refuse(
  response: ServerResponse,
  { status, reason, headers }: Refusal,
  code = codes[status],
): void {
  const error = { code: code ?? -32_000, message: reason }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
}

const mostBytes = 1024 * 1024

/** Answers one request, if it was meant for this server. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  service: HttpService,
): Promise<void> {
  const refusal = refusalOf(request, service.gate) ?? wrongAddress(request)
  if (refusal) return refuse(response, refusal)
  const text = await readBody(request)
  if (text === undefined) return refuse(response, { status: 413, reason: 'A request has 1 MB at most.' })
  const body =
    request.method === 'POST'
      ? orUndefined(() => ({ value: JSON.parse(text) as unknown }))
      : { value: undefined }
  if (!body) return refuse(response, { status: 400, reason: 'This is not JSON.' }, ErrorCode.ParseError)
  const id = request.headers['mcp-session-id']
  if (typeof id !== 'string') return answerFirst({ request, response }, body.value, service)
  const transport = service.sessions.get(id)
  if (!transport) return refuse(response, { status: 404, reason: 'This session has ended. Begin a new one.' })
  service.sessions.use(id, response)
  await transport.handleRequest(request, response, body.value)
}

const methods = ['GET', 'POST', 'DELETE']

function wrongAddress({ url = '', method = '' }: IncomingMessage): Refusal | undefined {
  if (url.split('?')[0] !== endpoint) return { status: 404, reason: `The protocol is spoken at ${endpoint}.` }
  if (methods.includes(method)) return undefined
  return { status: 405, reason: `${method} is not spoken here.`, headers: { allow: methods.join(', ') } }
}

function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let bytes = 0
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= mostBytes) return void parts.push(part)
      // The rest is read and dropped, so that the sender receives the answer.
      parts.length = 0
      resolve(undefined)
    })
    request.on('end', () => resolve(bytes > mostBytes ? undefined : Buffer.concat(parts).toString('utf8')))
    request.on('error', reject)
  })
}

const noSession: Refusal = {
  status: 400,
  reason: 'Begin with an initialize request, and send its Mcp-Session-Id from then on.',
}

const full: Refusal = { status: 503, reason: 'All sessions of this server are in use. Try again later.' }

async function answerFirst(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  body: unknown,
  service: HttpService,
): Promise<void> {
  if (!isInitializeRequest(body)) return refuse(response, noSession)
  if (!service.sessions.hasSpace()) return refuse(response, full)
  const transport = await beginSession(service)
  await transport.handleRequest(request, response, body)
  if (transport.sessionId === undefined) await transport.close()
}

async function beginSession(service: HttpService): Promise<StreamableHTTPServerTransport> {
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
