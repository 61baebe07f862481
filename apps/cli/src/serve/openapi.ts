import { jsonObject } from '@recallite/core/schema'
import { jsonSchemaOf } from '@recallite/core/tools'
import * as v from 'valibot'
import type { ProgramInfo } from './fingerprint.js'
import { loopback } from './resident-files.js'
import { searchRequest, whyRequest } from './search-request.js'

/** The OpenAPI 3.1 document of the REST API. Each object may get further fields; those that are required stay. */
export function describeApi({ version, port }: Pick<ProgramInfo, 'version' | 'port'>): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recallite',
      version,
      description: 'Searches and reads the memory that this program serves, for the user who started it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `http://${loopback}:${port}` }],
    security: [{ token: [] }],
    paths: Object.fromEntries(Object.entries(operations).map(([path, each]) => [path, describe(each)])),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token in ~/.recallite/serve/token.' },
      },
    },
  }
}

interface Operation {
  readonly id: string
  readonly summary: string
  /** The schema of the body of a POST request. */
  readonly body?: v.GenericSchema
  /** The schemas of the parameters in the query string. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly answer: v.GenericSchema
  readonly needsToken?: false
}

/** Why a request is refused. */
const reasons = {
  400: 'the request was not understood',
  401: 'the token is missing or wrong',
  403: 'the request names another host or comes from a page of another origin',
  404: 'the index has no such note',
  409: 'several roots have a note of this path',
  413: 'the request is larger than 1 MB',
  415: 'the body is not sent with the content type application/json',
  500: 'the program failed',
  503: 'another program keeps the index busy',
} as const

const leftOut = 'An optional field that is null, an empty text or an empty list counts as left out.'

const json = (schema: v.GenericSchema) => ({ 'application/json': { schema: jsonSchemaOf(schema) } })

function describe({ id, summary, body, parameters = {}, answer, needsToken }: Operation): object {
  const refusals = Object.entries(needsToken === false ? { 403: reasons[403] } : reasons)
  const named = Object.entries(parameters).map(([name, description]) => {
    return { name, in: 'query', required: true, description, schema: { type: 'string' } }
  })
  const operation = {
    operationId: id,
    summary,
    ...(needsToken === false && { security: [{}, { token: [] }] }),
    ...(named.length > 0 && { parameters: named }),
    ...(body && { requestBody: { required: true, description: leftOut, content: json(body) } }),
    responses: {
      200: { description: 'the answer', content: json(answer) },
      ...Object.fromEntries(
        refusals.map(([status, description]) => [status, { description, content: json(failure) }]),
      ),
    },
  }
  return { [body ? 'post' : 'get']: operation }
}

const [text, integer, truth] = [v.string(), v.pipe(v.number(), v.integer()), v.boolean()]
const [textOrNull, integerOrNull] = [v.nullable(text), v.nullable(integer)]
const reasoned = v.array(v.object({ retriever: text, reason: text }))
const scope = v.picklist(['user', 'project'])

const failure = v.object({ error: v.object({ code: text, message: text }) })

const span = { startLine: integer, endLine: integer, startColumn: integerOrNull, endColumn: integerOrNull }

const searchResult = v.object({
  id: text,
  root: text,
  path: text,
  heading: v.array(text),
  text,
  snippet: text,
  ...span,
  fusedScore: v.pipe(
    v.number(),
    v.description('orders the results of one query; not comparable across queries'),
  ),
  confidence: v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(1),
    v.description('probability that this answers the query'),
  ),
  weak: truth,
})

const searchReport = v.object({
  answer: v.object({
    searched: v.object({ scope, project: textOrNull, roots: v.array(text) }),
    mode: v.picklist(['hybrid', 'keyword', 'vector', 'none']),
    provider: textOrNull,
    model: textOrNull,
    degraded: v.pipe(reasoned, v.description('what did not work, and why')),
    stale: truth,
    confidence: v.number(),
    abstained: v.pipe(
      truth,
      v.description('whether something was found and held back, as nothing of it is likely to answer'),
    ),
    heldBack: integer,
    results: v.array(searchResult),
  }),
  roots: v.array(v.object({ name: text, path: text })),
  noModelReason: textOrNull,
})

const status = v.object({
  files: integer,
  chunks: integer,
  roots: v.array(v.object({ name: text, path: text, files: integer, chunks: integer })),
  database: v.object({ path: text, bytes: integer }),
  scope,
  project: textOrNull,
  provider: textOrNull,
  model: textOrNull,
  indexing: integerOrNull,
  degraded: reasoned,
})

const health = v.object({
  status: v.literal('ok'),
  program: v.optional(
    v.object({ pid: integer, version: text, database: text, fingerprint: text, since: text, port: integer }),
  ),
})

const operations: Readonly<Record<string, Operation>> = {
  '/v1/search': {
    id: 'search',
    summary: 'Find notes by meaning and by exact words',
    body: searchRequest,
    answer: searchReport,
  },
  '/v1/why': {
    id: 'why',
    summary: 'Say of one note, stage by stage, why a search shows it or does not',
    body: whyRequest,
    answer: jsonObject,
  },
  '/v1/get': {
    id: 'get',
    summary: 'Read a note or a part of it',
    parameters: { place: '[root:]path[:from[-to]], lines or line:column, both ends included' },
    answer: v.object({
      root: text,
      path: text,
      ...span,
      text,
      lines: integer,
      links: v.array(text),
      backlinks: v.array(text),
    }),
  },
  '/v1/status': { id: 'status', summary: 'What is indexed and which parts work', answer: status },
  '/v1/health': {
    id: 'health',
    summary:
      'Whether the program answers; the only request that needs no token, and which then says nothing else',
    answer: health,
    needsToken: false,
  },
  '/openapi.json': { id: 'describe', summary: 'This document', answer: jsonObject },
}
