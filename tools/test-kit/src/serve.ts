import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'

/** A complete request of a client. */
export interface ServedRequest {
  readonly method: string
  /** Includes the query string. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers a request, validly or not. See `server-answers.ts` for examples. */
export type Answer = (request: ServedRequest, response: ServerResponse) => void | Promise<void>

/** A server on 127.0.0.1 that records its requests. */
export interface LoopbackServer {
  /** `http://127.0.0.1:<port>`, or `https://localhost:<port>`. */
  readonly url: string
  /** All completed requests, in order of completion. */
  readonly requests: readonly ServedRequest[]
  /** The number of requests that are neither answered completely nor aborted. */
  underWay(): number
  /** The number of open connections. */
  connections(): number
  /** Replaces the answer. */
  answerWith(answer: Answer): void
  /** Rejects new connections and drops open ones; idempotent. */
  stop(): Promise<void>
}

/** Key and certificate, as PEM. */
export interface TlsIdentity {
  readonly key: string
  readonly cert: string
}

/** Starts a server. An error of `answer` fails the whole process. */
export async function serve(answer: Answer, tls?: TlsIdentity): Promise<LoopbackServer> {
  let current = answer
  const requests: ServedRequest[] = []
  const sockets = new Set<Socket>()
  const open = new Set<ServerResponse>()
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    open.add(response)
    response.on('close', () => open.delete(response))
    const request = await readRequest(incoming)
    if (request === undefined) return
    requests.push(request)
    await current(request, response)
  }
  const listener = (incoming: IncomingMessage, response: ServerResponse) => void handle(incoming, response)
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', ignore).on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', ignore)
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    requests,
    underWay: () => open.size,
    connections: () => sockets.size,
    answerWith: (next) => void (current = next),
    stop,
  }
}

/** Undefined if the client aborted the request. */
async function readRequest(incoming: IncomingMessage): Promise<ServedRequest | undefined> {
  const body = await readText(incoming).catch(() => undefined)
  const { method = '', url = '', headers } = incoming
  return body === undefined ? undefined : { method, path: url, headers, body }
}

/** Ignores broken connections, because many tests are about clients that disconnect. */
function ignore(): void {}
