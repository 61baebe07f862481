import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CodedError, UsageError } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import { waitAtMost } from '../mcp/create-server.js'
import { linkPath } from '../ui/page.js'
import { answerMcp, refuseMcp } from './answer-mcp.js'
import { answerRest } from './answer-rest.js'
import type { Service } from './answer-route.js'
import type { Health } from './fingerprint.js'
import { foreignRefusal, mcpPath, tokenRefusal, type Gate } from './gate.js'
import { findProgram } from './resident.js'
import { commandPath, type Endpoint, healthPath, loopback, proofHeader } from './endpoint.js'
import { makeSecret, writeEndpoint, type ResidentFiles } from './resident-files.js'
import { refuse, respond } from './respond.js'

const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
/** The time for open requests to finish after an interruption, in milliseconds. */
const farewell = 1000

/**
 * Removes the endpoint of a program that was killed.
 * @throws CodedError `SERVE_RUNNING` if one serves the database
 */
export async function assertFree(files: ResidentFiles): Promise<void> {
  const found = await findProgram(files)
  if ('program' in found) {
    const { pid, since, port } = found.program
    const message = `Process ${pid} already serves this memory, since ${since} on port ${port}. To stop it: recallite serve --stop`
    throw new CodedError('SERVE_RUNNING', message)
  }
  if (found.reason === undefined) return rmSync(files.endpoint, { force: true })
  const message = `Another program already serves this memory, but ${found.reason}. Stop it, or remove ${files.endpoint}.`
  throw new CodedError('SERVE_RUNNING', message)
}

/**
 * Listens on a port, and writes the endpoint for the user's commands.
 * @param at `ports`: the first free one is used, and 0 is any free port; `token`: for agents and other programs; `files`: for the user's
 * commands, undefined for a memory without a file
 * @param answering creates the service when the port is known
 * @returns `close` first answers open requests, unless that takes too long
 * @throws UsageError if all ports are taken
 */
export async function listen(
  { ports, token, files }: { ports: readonly number[]; token: string; files: ResidentFiles | undefined },
  answering: (port: number) => Service,
) {
  const server = createServer(timeouts)
  const port = await listenAtPort(server, ports)
  const service = answering(port)
  const { version } = service.program
  const endpoint: Endpoint = { port, token: makeSecret(), proof: makeSecret(), version }
  const gate = { port, tokens: [token, endpoint.token], userToken: endpoint.token, proof: endpoint.proof }
  server.on('request', (_, response) => {
    answerRequest(response, service, gate).catch((error: unknown) => failTo(response, error, service))
  })
  try {
    if (files) writeEndpoint(files.endpoint, endpoint)
  } catch (error) {
    await closeServer(server)
    throw error
  }
  return {
    port,
    async close() {
      if (files) rmSync(files.endpoint, { force: true })
      await closeServer(server)
    },
  }
}

async function listenAtPort(server: Server, [port = 0, ...others]: readonly number[]): Promise<number> {
  server.listen(port, loopback)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (others.length > 0) return listenAtPort(server, others)
    const advice = 'Choose another port with --port; 0 is any free port.'
    throw new UsageError(`Cannot listen on ${loopback}:${port}: ${reasonOf(error)}. ${advice}`)
  }
  return (server.address() as AddressInfo).port
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  await waitAtMost(farewell, closed)
  server.closeAllConnections()
  await closed
}

/** Answers one request. Without a token or a link, anyone on this machine can only ask whether the program works. */
async function answerRequest(response: ServerResponse, service: Service, gate: Gate): Promise<void> {
  const { req: request } = response
  const path = pathOf(request)
  const say = refusing(path)
  const foreign = foreignRefusal(request, gate)
  if (foreign) return say(response, foreign)
  if (path.startsWith('/ui/')) {
    const { answerPage } = await import('../ui/answer-page.js')
    return answerPage(response, service)
  }
  const locked = tokenRefusal(request, userPaths.has(path) ? [gate.userToken] : gate.tokens)
  if (!locked) response.setHeader(proofHeader, gate.proof)
  if (path === healthPath && request.method === 'GET') {
    const health: Health = { status: 'ok', ...(!locked && { program: service.program }) }
    return respond(response, health)
  }
  if (locked) return say(response, locked)
  const answer = path === mcpPath ? answerMcp : answerRest
  await answer(response, service, path)
}

/** Only for the user's commands. */
const userPaths: ReadonlySet<string> = new Set([linkPath, commandPath])

/** The path without parameters and, like most servers, without slashes at its end. */
const pathOf = ({ url = '' }: IncomingMessage): string =>
  url.startsWith('/ui/') ? url : url.replace(/\?.*$/su, '').replace(/(?<!\/)\/+$/u, '')

const refusing = (path: string) => (path === mcpPath ? refuseMcp : refuse)

function failTo(response: ServerResponse, error: unknown, { onFailure }: Service): void {
  if (response.destroyed || (response.req.destroyed && !response.req.complete)) return
  onFailure(reasonOf(error))
  if (response.headersSent) return void response.destroy()
  const say = refusing(pathOf(response.req))
  say(response, { status: 500, reason: 'Something went wrong. The server printed the error.' })
}
