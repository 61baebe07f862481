import type { IncomingMessage, ServerResponse } from 'node:http'
import { CodedError, orUndefined } from '@recallite/command-line'
import type { Freshness, SearchReport } from '@recallite/core'
import { readInput } from '@recallite/core/tools'
import type { Root } from '@recallite/store'
import { readWholeStatus, statusToJson } from '../commands/status.js'
import { describeFailure, exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import type { OpenMemory } from '../open/open-memory.js'
import { hasRecords } from '../open/record-store.js'
import { searchEitherWay, searchOptions, whyOptions } from '../search/answer-here.js'
import type { ResolvedSettings } from '@recallite/settings'
import type { ProgramInfo } from './fingerprint.js'
import type { Refusal } from './gate.js'
import type { HeldMemory } from './held-memory.js'
import { describeApi } from './openapi.js'
import { readBody, refuse, respond, signalOf, tooLarge } from './respond.js'
import { residentStatus } from './resident.js'
import { searchRequest, whyRequest } from './search-request.js'

/** What the REST API needs. */
export interface RestService {
  readonly held: Pick<HeldMemory, 'use'>
  readonly program: ProgramInfo
}

/** What `/v1/search` answers: a search, and the roots that its paths begin in. */
export interface RestSearch extends SearchReport {
  readonly roots: readonly Root[]
  /** Why there is no embedding model; null if there is one, or none is wanted. */
  readonly noModelReason: string | null
}

interface Asked {
  readonly parameters: URLSearchParams
  /** Of a POST. */
  readonly body: unknown
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
}

interface Route {
  readonly method: 'GET' | 'POST'
  answer(asked: Asked, service: RestService): Promise<unknown>
}

const routes: Readonly<Record<string, Route>> = {
  '/v1/search': {
    method: 'POST',
    answer: ({ body, signal }, { held }) => {
      const { query, ...fields } = readInput(searchRequest, body)
      return held.use((open) => search(open, query, { fields, signal }))
    },
  },
  '/v1/why': {
    method: 'POST',
    answer: ({ body, signal }, { held }) => {
      const { query, document, ...fields } = readInput(whyRequest, body)
      return held.use(({ memory, resolved }) => {
        const options = { ...whyOptions(fields, resolved), ...freshnessOf(resolved), signal }
        return memory.why(query, document, options)
      })
    },
  },
  '/v1/get': {
    method: 'GET',
    answer: ({ parameters }, { held }) => {
      const place = parameters.get('place')
      if (place === null)
        throw new CodedError('OPTION_INVALID', 'Say what to get: /v1/get?place=notes:auth.md:12-34')
      return held.use(({ memory }) => memory.get(place))
    },
  },
  '/v1/status': {
    method: 'GET',
    answer: (_, { held, program }) =>
      held.use(async (open) =>
        statusToJson({ ...(await readWholeStatus(open)), resident: residentStatus(program, null) }),
      ),
  },
  '/openapi.json': {
    method: 'GET',
    answer: async (_, { program }) => describeApi(program),
  },
}

async function search(
  { memory, resolved, noModelReason, ...location }: OpenMemory,
  query: string,
  { fields, signal }: { readonly fields: Flags; readonly signal: AbortSignal },
): Promise<RestSearch> {
  const isHybrid = resolved.settings.query.hybrid.enabled
  const asked = searchOptions(fields, resolved)
  // As a command by itself: before anything is told, files alone are searched.
  const kinds = asked.kinds ?? (hasRecords(location) ? undefined : (['file'] as const))
  const options = { ...asked, kinds, ...freshnessOf(resolved), signal, isHybrid }
  const report = await searchEitherWay(memory, query, options)
  return { ...report, roots: await memory.listRoots(), noModelReason: noModelReason ?? null }
}

/** Changed files are read first, as by a command that searches by itself, so that both give the same answer. */
function freshnessOf({ settings }: ResolvedSettings): { readonly freshness: Freshness } {
  return { freshness: settings.update.onBoot ? 'before-search' : 'none' }
}

/** Answers a request of the REST API. */
export async function answerRest(
  request: IncomingMessage,
  response: ServerResponse,
  service: RestService,
): Promise<void> {
  const { pathname, searchParams: parameters } = new URL(request.url ?? '', 'http://localhost')
  const route = Object.hasOwn(routes, pathname) ? routes[pathname] : undefined
  const refusal = refusalOf(request, pathname, route)
  if (!route || refusal) return refuse(response, refusal ?? unknownPath)
  const body = await readJson(request, route)
  if ('reason' in body) return refuse(response, body)
  const signal = signalOf(response)
  try {
    respond(response, await route.answer({ parameters, body: body.value, signal }, service))
  } catch (error) {
    if (!signal.aborted) refuseFailure(response, error)
  }
}

async function readJson(request: IncomingMessage, { method }: Route): Promise<{ value: unknown } | Refusal> {
  const text = await readBody(request)
  if (text === undefined) return tooLarge
  if (method === 'GET') return { value: undefined }
  const body = orUndefined(() => ({ value: JSON.parse(text) as unknown }))
  return body ?? { status: 400, reason: 'This is not JSON.' }
}

const unknownPath: Refusal = {
  status: 404,
  reason: `There are ${Object.keys(routes).join(', ')}, /v1/health and /mcp.`,
}

/** The content type is one that no form of a web page can send. */
function refusalOf({ method, headers }: IncomingMessage, path: string, route?: Route): Refusal | undefined {
  if (!route) return unknownPath
  if (method !== route.method) {
    return { status: 405, reason: `${path} is asked with ${route.method}.`, headers: { allow: route.method } }
  }
  if (method === 'GET' || /^application\/json\b/iu.test(headers['content-type'] ?? '')) return undefined
  return { status: 415, reason: 'Send JSON, with the content type application/json.' }
}

const statuses: Readonly<Record<string, number>> = {
  DOCUMENT_UNKNOWN: 404,
  DOCUMENT_AMBIGUOUS: 409,
  STORE_BUSY: 503,
  STORE_LOCKED: 503,
}

/** @throws the error if it is none of ours */
function refuseFailure(response: ServerResponse, error: unknown): void {
  const failure = describeFailure(error)
  if (!failure) throw error
  const { code, message, exitCode } = failure
  const status = statuses[code] ?? (exitCode === exitCodes.usage ? 400 : 500)
  refuse(response, { status, reason: message }, code)
}
