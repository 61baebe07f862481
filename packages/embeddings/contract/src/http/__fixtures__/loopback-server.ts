import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net'

/** A server on this machine and what has happened to it. */
export interface LoopbackServer {
  readonly url: URL
  readonly requests: { readonly url: string; readonly headers: Readonly<Record<string, unknown>> }[]
  /** Resolves once every connection that was ever made has ended. */
  allClosed(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Answers as the listener does. */
export async function serve(listener: RequestListener): Promise<LoopbackServer> {
  const requests: LoopbackServer['requests'] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    listener(request, response)
  })
  return listen(server, requests)
}

/** Writes the same bytes to each client, after the first bytes of its request. */
export async function serveBytes(bytes: string): Promise<LoopbackServer> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes))
  })
  return listen(server, [])
}

/** Begins to listen on a port that is free. */
export async function listen(
  server: TcpServer,
  requests: LoopbackServer['requests'] = [],
  protocol = 'http:',
): Promise<LoopbackServer> {
  const sockets = new Set<Socket>()
  const ends: Promise<unknown>[] = []
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    ends.push(new Promise((resolve) => socket.once('close', resolve)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`${protocol}//127.0.0.1:${port}/v1`),
    requests,
    async allClosed() {
      await Promise.all(ends)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
