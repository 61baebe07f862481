import { loopback } from './gate.js'
import type { ProgramInfo } from './program-info.js'
import { searchRequestSchema, whyRequestSchema } from './search-request.js'

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
    servers: [{ url: `http://${loopback}:${port ?? 0}` }],
    security: [{ token: [] }],
    paths: { ...searching, ...reading, ...describing },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token in ~/.recallite/serve/token.' },
      },
      schemas,
    },
  }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}

function inQuery(name: string, description: string): object {
  return { name, in: 'query', description, schema: { type: 'string' } }
}

function answered(description: string, schema: keyof typeof schemas): object {
  return { 200: { description, content: json({ $ref: `#/components/schemas/${schema}` }) } }
}

const reasons = {
  400: 'the request was not understood',
  401: 'the token is missing or wrong',
  403: 'the request names another host or comes from a page of another origin',
  404: 'the index has no such note',
  409: 'several roots have a note of this path',
  413: 'the request is larger than 1 MB',
  500: 'the program failed',
} as const

function refused(...statuses: readonly (keyof typeof reasons)[]): object {
  const content = json({ $ref: '#/components/schemas/Failure' })
  return Object.fromEntries(statuses.map((status) => [status, { description: reasons[status], content }]))
}

const text = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const truth = { type: 'boolean' }
const orNull = (type: 'string' | 'number' | 'integer') => ({ type: [type, 'null'] })
const listOf = (items: object) => ({ type: 'array', items })

/** Every property is required unless it is named as optional. */
function objectOf(properties: Readonly<Record<string, unknown>>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

const span = {
  startLine: integer,
  endLine: integer,
  startColumn: orNull('integer'),
  endColumn: orNull('integer'),
}

const searchResult = objectOf({
  id: text,
  root: text,
  path: text,
  heading: listOf(text),
  text,
  snippet: text,
  matches: {
    description: 'the words of the query in the snippet',
    ...listOf(objectOf({ start: integer, end: integer })),
  },
  ...span,
  fusedScore: { ...number, description: 'orders the results of one query; not comparable across queries' },
  confidence: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'probability that this answers the query',
  },
  weak: truth,
  contributions: listOf({ type: 'object' }),
})

const schemas = {
  SearchRequest: searchRequestSchema(),
  WhyRequest: whyRequestSchema(),
  SearchReport: objectOf({
    answer: objectOf({
      query: text,
      searched: objectOf({
        scope: { enum: ['user', 'project'] },
        project: orNull('string'),
        roots: listOf(text),
      }),
      understood: text,
      corrections: listOf(objectOf({ typed: text, corrected: listOf(text) })),
      mode: { enum: ['hybrid', 'keyword', 'vector', 'none'] },
      provider: orNull('string'),
      model: orNull('string'),
      degraded: {
        description: 'what did not work, and why',
        ...listOf(objectOf({ retriever: text, reason: text })),
      },
      stale: truth,
      timings: { type: 'object', additionalProperties: number },
      confidence: number,
      abstained: {
        ...truth,
        description: 'whether nothing is likely to answer, so that there are no results',
      },
      heldBack: integer,
      results: listOf(searchResult),
      explanation: { type: 'object' },
    }),
    stalePaths: listOf(text),
    syncFailure: orNull('string'),
    refused: listOf(objectOf({ path: text, reason: text })),
    roots: listOf(objectOf({ name: text, path: text })),
    noModelReason: orNull('string'),
  }),
  Passage: objectOf({ root: text, path: text, ...span, text, lines: integer }),
  Status: objectOf({
    files: integer,
    chunks: integer,
    roots: listOf(objectOf({ name: text, path: text, files: integer, chunks: integer })),
    spaces: listOf({ type: 'object' }),
    database: objectOf({ path: text, bytes: integer }),
    scope: { enum: ['user', 'project'] },
    project: orNull('string'),
    provider: orNull('string'),
    model: orNull('string'),
    indexing: orNull('integer'),
    degraded: listOf(objectOf({ retriever: text, reason: text })),
  }),
  Health: objectOf(
    {
      status: { const: 'ok' },
      program: objectOf({
        pid: integer,
        version: text,
        database: text,
        fingerprint: text,
        since: { type: 'string', format: 'date-time' },
        port: orNull('integer'),
        idle: orNull('integer'),
      }),
    },
    ['program'],
  ),
  Failure: objectOf({ error: objectOf({ code: text, message: text }) }),
}

const searching = {
  '/v1/search': {
    post: {
      operationId: 'search',
      summary: 'Find notes by meaning and by exact words',
      requestBody: { required: true, content: json({ $ref: '#/components/schemas/SearchRequest' }) },
      responses: { ...answered('what was found', 'SearchReport'), ...refused(400, 401, 403, 413, 500) },
    },
  },
  '/v1/why': {
    post: {
      operationId: 'why',
      summary: 'Say of one note, stage by stage, why a search shows it or does not',
      requestBody: { required: true, content: json({ $ref: '#/components/schemas/WhyRequest' }) },
      responses: {
        200: { description: 'what each stage did with the note', content: json({ type: 'object' }) },
        ...refused(400, 401, 403, 404, 413, 500),
      },
    },
  },
}

const reading = {
  '/v1/get': {
    get: {
      operationId: 'get',
      summary: 'Read a note or a part of it',
      parameters: [
        {
          ...inQuery('place', '[root:]path[:from[-to]], lines or line:column, both ends included'),
          required: true,
        },
      ],
      responses: { ...answered('the text', 'Passage'), ...refused(400, 401, 403, 404, 409, 500) },
    },
  },
}

const describing = {
  '/v1/status': {
    get: {
      operationId: 'status',
      summary: 'What is indexed and which parts work',
      responses: { ...answered('the status', 'Status'), ...refused(401, 403, 500) },
    },
  },
  '/v1/health': {
    get: {
      operationId: 'health',
      summary:
        'Whether the program answers; the only request that needs no token, and which then says nothing else',
      security: [{}, { token: [] }],
      responses: { ...answered('it answers', 'Health'), ...refused(403) },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'describe',
      summary: 'This document',
      responses: {
        200: { description: 'this document', content: json({ type: 'object' }) },
        ...refused(401, 403),
      },
    },
  },
}
