import type { ServerResponse } from 'node:http'
import { CodedError } from '@recallite/command-line'
import type { Freshness, SearchReport } from '@recallite/core'
import { readInput } from '@recallite/core/tools'
import type { Root } from '@recallite/store'
import type * as v from 'valibot'
import { readWholeStatus, statusToJson } from '../commands/status.js'
import type { Flags } from '../flags/flags.js'
import type { OpenMemory } from '../open/open-memory.js'
import { hasRecords } from '../open/record-store.js'
import { searchEitherWay, searchOptions, whyOptions } from '../search/answer-here.js'
import type { ResolvedSettings } from '@recallite/settings'
import { answerRoute, type Asked, type Route, type Routes } from './answer-route.js'
import type { ProgramInfo } from './fingerprint.js'
import type { HeldMemory } from './held-memory.js'
import { describeApi } from './openapi.js'
import { residentStatus } from './resident.js'
import { searchRequest, whyRequest } from './search-request.js'

/** What the REST API needs. */
export interface RestService {
  readonly held: Pick<HeldMemory, 'use' | 'failures'>
  /** Those that the program was started with. */
  readonly flags: Flags
  readonly program: ProgramInfo
}

/** What `/v1/search` answers: a search, and the roots that its paths begin in. */
export interface RestSearch extends SearchReport {
  readonly roots: readonly Root[]
  /** Why there is no embedding model; null if there is one, or none is wanted. */
  readonly noModelReason: string | null
}

/** What is answered at each path. */
export const restRoutes = {
  '/v1/search': asking(searchRequest, search),
  '/v1/why': asking(whyRequest, async ({ memory, resolved }, { query, document, ...fields }, { signal }) => {
    const options = { ...whyOptions(fields, resolved), ...freshnessOf(resolved), signal }
    return memory.why(query, document, options)
  }),
  '/v1/get': reading(async ({ memory }, { parameters }) => {
    const place = parameters.get('place')
    if (place === null)
      throw new CodedError('OPTION_INVALID', 'Say what to get: /v1/get?place=notes:auth.md:12-34')
    return memory.get(place)
  }),
  '/v1/status': reading(async (open, _, { program }) =>
    statusToJson({ ...(await readWholeStatus(open)), resident: residentStatus(program, null) }),
  ),
  '/openapi.json': { method: 'GET', answer: async (_, { program }) => describeApi(program) },
} satisfies Routes<RestService>

/** A route that is asked with GET. */
export function reading(
  answer: (open: OpenMemory, asked: Asked, service: RestService) => Promise<unknown>,
): Route<RestService> {
  return {
    method: 'GET',
    answer: (asked, service) => service.held.use((open) => answer(open, asked, service)),
  }
}

/** A route that is asked with POST, and whose body fits a schema. */
export function asking<Schema extends Parameters<typeof readInput>[0]>(
  schema: Schema,
  answer: (open: OpenMemory, input: v.InferOutput<Schema>, asked: Asked) => Promise<unknown>,
): Route<RestService> {
  return {
    method: 'POST',
    async answer(asked, { held }) {
      const input = readInput(schema, asked.body)
      return held.use((open) => answer(open, input, asked))
    },
  }
}

/** The options of a search for this request, by its fields and the settings; as a command by itself has them. */
export function askedOptions({ resolved, ...location }: OpenMemory, fields: Flags, signal: AbortSignal) {
  const asked = searchOptions(fields, resolved)
  // Before anything is told, files alone are searched.
  const kinds = asked.kinds ?? (hasRecords(location) ? undefined : (['file'] as const))
  const isHybrid = resolved.settings.query.hybrid.enabled
  return { ...asked, kinds, ...freshnessOf(resolved), signal, isHybrid }
}

async function search(
  open: OpenMemory,
  { query, ...fields }: v.InferOutput<typeof searchRequest>,
  { signal }: Asked,
): Promise<RestSearch> {
  const { memory, noModelReason } = open
  const report = await searchEitherWay(memory, query, askedOptions(open, fields, signal))
  return { ...report, roots: await memory.listRoots(), noModelReason: noModelReason ?? null }
}

/** Changed files are read first, as by a command that searches by itself, so that both give the same answer. */
function freshnessOf({ settings }: ResolvedSettings): { readonly freshness: Freshness } {
  return { freshness: settings.update.onBoot ? 'before-search' : 'none' }
}

/** Answers a request of the REST API. */
export async function answerRest(response: ServerResponse, service: RestService): Promise<void> {
  const { pathname } = new URL(response.req.url ?? '', 'http://localhost')
  await answerRoute(response, { routes: restRoutes, path: pathname, others: ['/v1/health', '/mcp'] }, service)
}
