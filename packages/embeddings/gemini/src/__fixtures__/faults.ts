import type { EmbeddingErrorCode } from '@recallite/embeddings'
import {
  answerJson,
  answerText,
  cutChunk,
  cutLength,
  endlessBody,
  gzipBomb,
  redirectTo,
  reset,
  type Answer,
} from '@recallite/test-kit'
import { answerError, errorInfo, retryInfo } from './gemini-answers.js'
import { keyForms } from './leaks.js'

/** A server that fails, and the error that becomes of it. */
export interface Fault {
  readonly name: string
  readonly answer: Answer
  readonly code: EmbeddingErrorCode
  readonly isRetryable?: boolean
  readonly retryAfter?: number
}

/** The time of the tests. */
export const testNow = Date.parse('Sun, 22 Nov 2026 12:00:00 GMT')

const keys = keyForms.join(' ')
const message = `Something went wrong with ${keys}.`
const dailyQuota = {
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId: 'EmbedContentRequestsPerDayPerProjectPerModel-FreeTier' }],
}

const busy = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true } as const
const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE' } as const
const tooLarge = { code: 'EMBEDDING_REQUEST_TOO_LARGE' } as const
const invalid = { code: 'EMBEDDING_REQUEST_INVALID' } as const
const unusable = { code: 'EMBEDDING_RESPONSE_INVALID' } as const

function exhausted(more: Parameters<typeof answerError>[2] = {}): Answer {
  return answerError(429, 'RESOURCE_EXHAUSTED', { message, ...more })
}

/** Statuses, bodies as the API writes them. */
export const statusFaults: readonly Fault[] = [
  { name: '429 with seconds', answer: exhausted({ headers: { 'retry-after': '7' } }), ...busy, retryAfter: 7000 },
  {
    name: '429 with a date',
    answer: exhausted({ headers: { 'retry-after': 'Sun, 22 Nov 2026 12:00:09 GMT' } }),
    ...busy,
    retryAfter: 9000,
  },
  { name: '429 without a hint', answer: exhausted(), ...busy },
  {
    name: '429 with RetryInfo',
    answer: exhausted({ details: [errorInfo('RATE_LIMIT_EXCEEDED'), retryInfo('34.5s')] }),
    ...busy,
    retryAfter: 34_500,
  },
  {
    name: '429 with RetryInfo of whole seconds',
    answer: exhausted({ details: [retryInfo('12s')] }),
    ...busy,
    retryAfter: 12_000,
  },
  {
    name: '429 with a header and RetryInfo',
    answer: exhausted({ headers: { 'retry-after': '2' }, details: [retryInfo('34s')] }),
    ...busy,
    retryAfter: 2000,
  },
  { name: '429 with a RetryInfo that is none', answer: exhausted({ details: [retryInfo('soon')] }), ...busy },
  {
    name: '429 for the quota of the day',
    answer: exhausted({ details: [dailyQuota, retryInfo('3s')] }),
    ...unavailable,
  },
  {
    name: '400 for a key that is none',
    answer: answerError(400, 'INVALID_ARGUMENT', {
      message: `API key not valid: ${keys}`,
      details: [errorInfo('API_KEY_INVALID')],
    }),
    ...unavailable,
  },
  {
    name: '400 for an expired key',
    answer: answerError(400, 'INVALID_ARGUMENT', { message: `API key expired. ${keys}` }),
    ...unavailable,
  },
  { name: '401', answer: answerError(401, 'UNAUTHENTICATED', { message }), ...unavailable },
  { name: '403 without permission', answer: answerError(403, 'PERMISSION_DENIED', { message }), ...unavailable },
  {
    name: '403 for a disabled service',
    answer: answerError(403, 'PERMISSION_DENIED', { message, details: [errorInfo('SERVICE_DISABLED')] }),
    ...unavailable,
  },
  {
    name: '404 for an unknown model',
    answer: answerError(404, 'NOT_FOUND', {
      message: 'models/nothing is not found for API version v1beta, or is not supported for embedContent.',
    }),
    ...unavailable,
  },
  { name: '404 of another server', answer: answerText('Not Found', { status: 404 }), ...unavailable },
  {
    name: '400 for the region',
    answer: answerError(400, 'FAILED_PRECONDITION', {
      message: 'User location is not supported for the API use.',
    }),
    ...unavailable,
  },
  {
    name: '400 about a text',
    answer: answerError(400, 'INVALID_ARGUMENT', { message: `The text content is empty. ${keys}` }),
    ...invalid,
  },
  {
    name: '400 for too many texts',
    answer: answerError(400, 'INVALID_ARGUMENT', {
      message: '* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch',
    }),
    ...tooLarge,
  },
  {
    name: '400 for too large a request',
    answer: answerError(400, 'INVALID_ARGUMENT', {
      message: 'Request payload size exceeds the limit: 36000 bytes.',
    }),
    ...tooLarge,
  },
  { name: '413', answer: answerText(`<h1>Too large ${keys}</h1>`, { status: 413 }), ...tooLarge },
  { name: '408', answer: answerText(keys, { status: 408 }), ...busy },
  { name: '500', answer: answerError(500, 'INTERNAL', { message }), ...busy },
  { name: '502 in HTML', answer: answerText(`<html>${keys}</html>`, { status: 502 }), ...busy },
  { name: '503', answer: answerError(503, 'UNAVAILABLE', { message: 'The model is overloaded.' }), ...busy },
  {
    name: '503 with seconds',
    answer: answerError(503, 'UNAVAILABLE', { message, headers: { 'retry-after': '30' } }),
    ...busy,
    retryAfter: 30_000,
  },
  { name: '504', answer: answerError(504, 'DEADLINE_EXCEEDED', { message }), ...busy },
]

const good = { values: [0.6, 0.8] }
const second = (written: string) =>
  answerText(`{"embeddings":[{"values":[0.6,0.8]},${written}],"echo":"${keys}"}`)

/** Bodies of the status 200, for two texts and vectors of two numbers. */
export const bodyFaults: readonly Fault[] = [
  { name: 'HTML', answer: answerText(`<html>Sign in ${keys}</html>`) },
  { name: 'broken JSON', answer: answerText(`{"embeddings": "${keys}`) },
  { name: 'nothing', answer: answerText('') },
  { name: 'null', answer: answerText('null') },
  { name: 'a list', answer: answerJson([good, good]) },
  { name: 'a string', answer: answerJson(keys) },
  { name: 'no embeddings', answer: answerJson({ echo: keys }) },
  { name: 'embeddings that are no list', answer: answerJson({ embeddings: { 0: good, 1: good } }) },
  { name: 'no embedding at all', answer: answerJson({ embeddings: [] }) },
  { name: 'fewer embeddings', answer: answerJson({ embeddings: [good] }) },
  { name: 'more embeddings', answer: answerJson({ embeddings: [good, good, good] }) },
  { name: 'the shape of embedContent', answer: answerJson({ embedding: good }) },
  { name: 'null for an embedding', answer: second('null') },
  { name: 'an embedding without values', answer: second('{}') },
  { name: 'null for values', answer: second('{"values":null}') },
  { name: 'values in base64', answer: second('{"values":"zczMPc3MTD4="}') },
  { name: 'null among values', answer: second('{"values":[0.6,null]}') },
  { name: 'strings among values', answer: second('{"values":["0.6","0.8"]}') },
  { name: '"NaN" among values', answer: second('{"values":["NaN",0.8]}') },
  { name: '1e999', answer: second('{"values":[1e999,0.8]}') },
  { name: 'numbers whose length is infinite', answer: second('{"values":[1e300,1e300]}') },
  { name: 'numbers whose length is none', answer: second('{"values":[1e-300,0]}') },
  { name: 'all zero', answer: second('{"values":[0,0]}') },
  { name: 'a short vector', answer: second('{"values":[1]}') },
  { name: 'a long vector', answer: second('{"values":[0.6,0.8,0]}') },
  { name: 'an empty vector', answer: second('{"values":[]}') },
  { name: 'an endless body', answer: endlessBody() },
  { name: 'a bomb of gzip', answer: gzipBomb(100) },
].map((fault) => ({ ...fault, ...unusable }))

/** Connections that break, and answers that lead elsewhere. */
export const connectionFaults: readonly Fault[] = [
  { name: 'a reset', answer: reset(), ...busy },
  { name: 'a cut chunk', answer: cutChunk('{"embeddings":['), ...busy },
  { name: 'a cut length', answer: cutLength('{"embeddings":['), ...busy },
  ...[
    `http://127.0.0.1:1/?key=${encodeURIComponent(keyForms[0] ?? '')}`,
    'https://elsewhere.example/',
    'http://169.254.169.254/computeMetadata/v1/',
    'file:///etc/passwd',
  ].map((location) => ({ name: `a redirect to ${location.slice(0, 20)}`, answer: redirectTo(location), ...unavailable })),
  { name: 'a redirect by 302', answer: redirectTo('https://elsewhere.example/', 302), ...unavailable },
]
