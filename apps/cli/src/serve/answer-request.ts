import type { IncomingMessage, ServerResponse } from 'node:http'
import { reasonOf } from '@recallite/core'
import { answerMcp, refuseMcp, type McpService } from './answer-mcp.js'
import { answerRest, type RestService } from './answer-rest.js'
import { foreignRefusal, mcpPath, tokenRefusal, type Gate } from './gate.js'
import type { Health } from './fingerprint.js'
import { proofHeader } from './local-endpoint.js'
import { refuse, respond } from './respond.js'

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
export async function answerRequest(
  { request, response }: Exchange,
  service: Service,
  gate: Gate,
): Promise<void> {
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
