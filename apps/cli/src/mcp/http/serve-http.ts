import { once } from 'node:events'
import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { printable, UsageError, type Io } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import type { Offer } from '../offer.js'
import { waitAtMost } from '../create-server.js'
import { addressOf, loopback } from './gate.js'
import { answerRequest, refuse, type HttpService } from './answer-request.js'
import { createSessions, type SessionLimits } from './sessions.js'

interface HttpOptions {
  /** 0 for any free port. */
  readonly port: number
  readonly token: string | undefined
  readonly limits?: Partial<SessionLimits>
}

const usualLimits: SessionLimits = { most: 100, idle: 30 * 60_000, now: Date.now }
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
const sweepEvery = 60_000

/** How long open requests may take after the server was asked to stop, in milliseconds. */
const farewell = 1000

/** Serves many clients over streamable HTTP on this machine, until the program is asked to stop. */
export async function serveHttp(offer: Offer, options: HttpOptions, io: Io): Promise<void> {
  const { token } = options
  const sessions = createSessions({ ...usualLimits, ...options.limits })
  const onFailure = (message: string) => io.talk(`${printable(message)}\n`)
  const server = createHttpServer(timeouts)
  const port = await listen(server, options.port)
  const answering = startAnswering(server, { offer, gate: { port, token }, sessions, onFailure })
  const sweep = setInterval(() => sessions.endIdle(), sweepEvery)
  io.talk(`Listening at ${addressOf(port)}\n`)
  if (!io.interrupted.aborted) await once(io.interrupted, 'abort')
  clearInterval(sweep)
  const closed = once(server, 'close')
  server.close()
  await waitAtMost(farewell, answering.finished())
  await sessions.endAll()
  server.closeAllConnections()
  await closed
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, loopback)
  try {
    await once(server, 'listening')
  } catch (error) {
    const advice = 'Name another port with --port, or 0 for any.'
    throw new UsageError(`Cannot listen at ${loopback}:${port}: ${reasonOf(error)}. ${advice}`)
  }
  return (server.address() as AddressInfo).port
}

/** Answers requests; `finished` waits for the open ones, but not for streams (GET), which have no end. */
function startAnswering(server: Server, service: HttpService): { finished: () => Promise<unknown> } {
  const underWay = new Set<ServerResponse>()
  server.on('request', (request, response) => {
    if (request.method !== 'GET') underWay.add(response)
    response.once('close', () => underWay.delete(response))
    answerRequest(request, response, service).catch((error: unknown) => {
      // The client has closed its connection.
      if (request.destroyed && !request.complete) return
      service.onFailure(reasonOf(error))
      if (response.headersSent) response.destroy()
      else refuse(response, { status: 500, reason: 'Something went wrong; the server says what.' })
    })
  })
  return { finished: () => Promise.all([...underWay].map((response) => once(response, 'close'))) }
}
