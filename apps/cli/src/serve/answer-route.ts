import type { IncomingMessage, ServerResponse } from 'node:http'
import { orUndefined } from '@recallite/command-line'
import { readInput } from '@recallite/core/tools'
import type * as v from 'valibot'
import { describeFailure, exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import type { OpenMemory } from '../open/open-memory.js'
import type { Page } from '../ui/page.js'
import type { ProgramInfo } from './fingerprint.js'
import type { Refusal } from './gate.js'
import type { HeldMemory } from './held-memory.js'
import { readBody, refuse, respond, signalOf, tooLarge } from './respond.js'

/** The content of a request. */
export interface Content {
  readonly parameters: URLSearchParams
  /** The JSON of a POST request. */
  readonly body: unknown
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** The services for answering requests. */
export interface Service {
  readonly held: Pick<HeldMemory, 'use' | 'failures'>
  /** The flags of the program. */
  readonly flags: Flags
  readonly program: ProgramInfo
  readonly page: Page
  readonly onFailure: (message: string) => void
}

/** Answers the requests for a path with JSON, or with the bytes of a blob. */
export interface Route {
  readonly method: 'GET' | 'POST'
  answer(content: Content, service: Service): Promise<unknown>
}

/** Routes by their paths. */
export type Routes = Readonly<Record<string, Route>>

/** A route for GET. */
export function reading(
  answer: (open: OpenMemory, content: Content, service: Service) => Promise<unknown>,
): Route {
  return {
    method: 'GET',
    answer: (content, service) => service.held.use((open) => answer(open, content, service)),
  }
}

/** A route for POST with a body that matches a schema. */
export function asking<Schema extends Parameters<typeof readInput>[0]>(
  schema: Schema,
  answer: (open: OpenMemory, input: v.InferOutput<Schema>, content: Content & Service) => Promise<unknown>,
): Route {
  return {
    method: 'POST',
    async answer(content, service) {
      const input = readInput(schema, content.body)
      return service.held.use((open) => answer(open, input, { ...content, ...service }))
    },
  }
}

/**
 * Answers a request by the route of its path, or rejects it.
 * @param target `path`: its key in `routes`; `others`: paths outside of `routes`, to suggest for an unknown path
 */
export async function answerRoute(
  response: ServerResponse,
  target: { readonly routes: Routes; readonly path: string; readonly others?: readonly string[] },
  service: Service,
): Promise<void> {
  const { req: request } = response
  const { routes, path, others = [] } = target
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined
  if (!route) {
    const reason = `Available paths: ${[...Object.keys(routes), ...others].join(', ')}.`
    return refuse(response, { status: 404, reason })
  }
  const refusal = refusalOf(request, path, route.method)
  if (refusal) return refuse(response, refusal)
  const body = await readJson(request)
  if ('reason' in body) return refuse(response, body)
  const { searchParams: parameters } = new URL(request.url ?? '', 'http://localhost')
  const signal = signalOf(response)
  try {
    const answer = await route.answer({ parameters, body: body.value, signal }, service)
    if (!(answer instanceof Blob)) return respond(response, answer)
    response.writeHead(200, { 'content-type': answer.type }).end(await answer.bytes())
  } catch (error) {
    if (!signal.aborted) refuseFailure(response, error)
  }
}

async function readJson(request: IncomingMessage): Promise<{ readonly value: unknown } | Refusal> {
  const text = await readBody(request)
  if (text === undefined) return tooLarge
  if (request.method === 'GET') return { value: undefined }
  const body = orUndefined(() => ({ value: JSON.parse(text) as unknown }))
  return body ?? { status: 400, reason: 'The body is not JSON.' }
}

/** Requires a content type that no form of a web page can send. */
function refusalOf({ method, headers }: IncomingMessage, path: string, supported: Route['method']) {
  if (method !== supported) {
    return { status: 405, reason: `${path} supports only ${supported}.`, headers: { allow: supported } }
  }
  if (method === 'GET' || /^application\/json\b/iu.test(headers['content-type'] ?? '')) return undefined
  return { status: 415, reason: 'Send JSON with the content type application/json.' }
}

const statuses: Readonly<Record<string, number>> = {
  DOCUMENT_UNKNOWN: 404,
  DOCUMENT_AMBIGUOUS: 409,
  RECORD_UNKNOWN: 404,
  RECORD_SUPERSEDED: 409,
  IMAGE_UNAVAILABLE: 404,
  STORE_BUSY: 503,
  STORE_LOCKED: 503,
  RECORDS_BUSY: 503,
  RECORDS_UNAVAILABLE: 503,
}

/** Throws errors of other programs. */
function refuseFailure(response: ServerResponse, error: unknown): void {
  const failure = describeFailure(error)
  if (!failure) throw error
  const { code, message, exitCode } = failure
  const status = statuses[code] ?? (exitCode === exitCodes.usage ? 400 : 500)
  refuse(response, { status, reason: message }, code)
}
