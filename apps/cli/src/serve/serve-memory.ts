import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CodedError, UsageError } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import { waitAtMost } from '../mcp/create-server.js'
import { answerMcp, refuseMcp, type McpService } from './answer-mcp.js'
import { answerRest, type RestService } from './answer-rest.js'
import type { Health } from './fingerprint.js'
import { foreignRefusal, loopback, mcpPath, tokenRefusal, type Gate } from './gate.js'
import { makeEndpoint, openEndpoint, proofHeader } from './local-endpoint.js'
import { findProgram } from './resident.js'
import type { ResidentFiles } from './resident-files.js'
import { refuse, respond } from './respond.js'

/** Where a program listens. */
export interface Endpoints {
  /** 0 for any free port; undefined for none. */
  readonly port: number | undefined
  readonly token: string
  /** Undefined for a memory that has no file. */
  readonly files: ResidentFiles | undefined
  /** After how many milliseconds without a request it ends; undefined: never. */
  readonly idle: number | undefined
}

/** A program that listens. */
export interface Listening {
  /** Null without a port. */
  readonly port: number | null
  /** Aborted when nobody asked for too long. */
  readonly idle: AbortSignal
  close(): Promise<void>
}

const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
/** How long open requests may take after the program was asked to stop, in milliseconds. */
const farewell = 1000

/**
 * Removes the socket of a program that was killed.
 * @throws CodedError `SERVE_RUNNING` if one serves the database
 */
export async function assertFree(files: ResidentFiles): Promise<void> {
  const found = await findProgram(files)
  if ('program' in found) {
    const { pid, since, port } = found.program
    const where = port === null ? '' : ` at port ${port}`
    throw new CodedError(
      'SERVE_RUNNING',
      `Process ${pid} serves this memory already, since ${since}${where}. To end it: recallite serve --stop`,
    )
  }
  if (found.reason !== undefined) {
    throw new CodedError(
      'SERVE_RUNNING',
      `A program serves this memory already at ${files.socket}, but ${found.reason}. End it, or remove that file.`,
    )
  }
  rmSync(files.socket, { force: true })
}

/**
 * Listens at a socket and at a port.
 * @param answering makes the service as soon as the port is known
 * @throws UsageError if the port is taken, or there can be no socket
 */
export async function listen(
  { port: wanted, token, files, idle }: Endpoints,
  answering: (port: number | null) => Service,
): Promise<Listening> {
  const activity = watchActivity({ idle })
  const web = createServer(timeouts)
  const local = createServer(timeouts)
  const port = wanted === undefined ? null : await listenAtPort(web, wanted)
  const service = answering(port)
  if (port !== null) answerAll(web, { service, activity, gate: { port, token } })
  const endpoint = files && makeEndpoint(files.socket)
  answerAll(local, { service, activity, gate: endpoint ?? {} })
  const close = () => closeAll([web, local], activity)
  try {
    if (files && endpoint) await openEndpoint(local, endpoint, files.socket)
  } catch (error) {
    await close()
    throw error
  }
  return { port, idle: activity.ended, close }
}

async function listenAtPort(server: Server, port: number): Promise<number> {
  server.listen(port, loopback)
  try {
    await once(server, 'listening')
  } catch (error) {
    const advice = 'Name another port with --port, or 0 for any.'
    throw new UsageError(`Cannot listen at ${loopback}:${port}: ${reasonOf(error)}. ${advice}`)
  }
  return (server.address() as AddressInfo).port
}

function answerAll(
  server: Server,
  {
    service,
    activity,
    gate,
  }: { readonly service: Service; readonly activity: Activity; readonly gate: Gate },
): void {
  server.on('request', (request, response) => {
    activity.begin(response)
    void answerRequest({ request, response }, service, gate)
  })
}

/** Open requests are answered. */
async function closeAll(servers: readonly Server[], activity: Activity): Promise<void> {
  activity.stop()
  const listening = servers.filter((server) => server.listening)
  const closed = listening.map((server) => once(server, 'close'))
  for (const server of listening) server.close()
  await waitAtMost(farewell, activity.finished())
  for (const server of listening) server.closeAllConnections()
  await Promise.all(closed)
}

/** Knows which responses are open, and when there was none for too long. */
export interface Activity {
  /** Aborted when there was no response for too long. */
  readonly ended: AbortSignal
  begin(response: ServerResponse): void
  /** Waits for the open responses. */
  finished(): Promise<unknown>
  stop(): void
}

interface ActivityOptions {
  /** In milliseconds; undefined: never too long. */
  readonly idle: number | undefined
  /** A clock that nobody sets, in milliseconds; default `performance.now`. */
  readonly now?: () => number
}

/** How often to look at least, in milliseconds: a timer of its own length would be late after the machine slept. */
const lookEvery = 30_000

/** Counts responses as activity for as long as they are open. */
export function watchActivity({ idle, now = () => performance.now() }: ActivityOptions): Activity {
  const open = new Set<ServerResponse>()
  const ended = new AbortController()
  let usedAt = now()
  const look = () => {
    if (idle !== undefined && open.size === 0 && now() - usedAt >= idle) ended.abort()
  }
  const timer = idle === undefined ? undefined : setInterval(look, Math.min(idle / 4, lookEvery))
  return {
    ended: ended.signal,
    begin(response) {
      open.add(response)
      response.once('close', () => {
        open.delete(response)
        usedAt = now()
      })
    },
    finished: () => Promise.all([...open].map((response) => once(response, 'close'))),
    stop: () => clearInterval(timer),
  }
}

/** What answering requests needs. */
export type Service = McpService & RestService

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Answers one request. The user's own commands come by the socket, whose folder keeps other users out, or by a pipe.
 * Anyone on this machine may ask at the port whether the program works, and nothing else without the token.
 */
async function answerRequest({ request, response }: Exchange, service: Service, gate: Gate): Promise<void> {
  const path = pathOf(request)
  const isMcp = path === mcpPath
  const say = isMcp ? refuseMcp : refuse
  const foreign = foreignRefusal(request, gate)
  if (foreign) return say(response, foreign)
  const locked = tokenRefusal(request, gate)
  if (!locked) prove(response, gate)
  if (path === healthPath && request.method === 'GET') {
    const health: Health = { status: 'ok', ...(!locked && { program: service.program }) }
    return respond(response, health)
  }
  if (locked) return say(response, locked)
  const answer = isMcp ? answerMcp : answerRest
  await answer(request, response, service).catch((error: unknown) => {
    if (hasGone({ request, response })) return
    service.onFailure(reasonOf(error))
    if (response.headersSent) response.destroy()
    else say(response, { status: 500, reason: 'Something went wrong; the server says what.' })
  })
}

/** Shows a client that sent the token that the program is the one that it looked for. */
function prove(response: ServerResponse, { proof }: Gate): void {
  if (proof !== undefined) response.setHeader(proofHeader, proof)
}

const healthPath = '/v1/health'

function pathOf({ url = '' }: IncomingMessage): string | undefined {
  return url.split('?')[0]
}

/** Whether the client has closed its connection. */
function hasGone({ request, response }: Exchange): boolean {
  return response.destroyed || (request.destroyed && !request.complete)
}
