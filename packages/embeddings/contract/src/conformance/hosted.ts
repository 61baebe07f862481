import assert from 'node:assert/strict'
import type { EmbeddingModel } from '../embedding-model.js'
import { EmbeddingError, type EmbeddingErrorCode } from '../errors.js'
import type { Fetch } from '../http/guard-fetch.js'
import type { ConformanceCase } from './suite.js'

/** What a model of the suite is to be made with. */
export interface HostedNetwork {
  /** Answers as the case wants, whatever the URL. */
  readonly fetch: Fetch
  /** For providers that have one; it must stand in no error. */
  readonly apiKey: string
}

interface Fault {
  readonly name: string
  /** What the network does; `echo` is what a provider repeats of a request. */
  readonly answer: (echo: string) => Response
  readonly code: EmbeddingErrorCode
  readonly isRetryable?: boolean
  readonly retryAfter?: number
}

const apiKey = 'sk-CANARY-0123456789abcdef'
const json = { 'Content-Type': 'application/json' }

function refusing(status: number, headers: Record<string, string> = {}): Fault['answer'] {
  return (echo) =>
    Response.json({ error: { message: `Refused: ${echo}` } }, { status, headers: { ...json, ...headers } })
}

function breaking(code: string): Fault['answer'] {
  return (echo) => {
    throw new TypeError('fetch failed', { cause: Object.assign(new TypeError(`${code} ${echo}`), { code }) })
  }
}

const unavailable = 'EMBEDDING_MODEL_UNAVAILABLE'
const failed = 'EMBEDDING_REQUEST_FAILED'
const faults: readonly Fault[] = [
  { name: 'a refused key', answer: refusing(401), code: unavailable },
  { name: 'a forbidden model', answer: refusing(403), code: unavailable },
  { name: 'an unknown model', answer: refusing(404), code: unavailable },
  { name: 'a request that is too large', answer: refusing(413), code: 'EMBEDDING_REQUEST_TOO_LARGE' },
  { name: 'a refused text', answer: refusing(400), code: 'EMBEDDING_REQUEST_INVALID' },
  { name: 'too many requests', answer: refusing(429), code: failed, isRetryable: true },
  {
    name: 'a provider that asks to wait',
    answer: refusing(429, { 'Retry-After': '7' }),
    code: failed,
    isRetryable: true,
    retryAfter: 7000,
  },
  { name: 'an overloaded server', answer: refusing(503), code: failed, isRetryable: true },
  {
    name: 'a redirect',
    answer: () => new Response('', { status: 307, headers: { Location: 'http://169.254.169.254/' } }),
    code: unavailable,
  },
  {
    name: 'a web page',
    answer: () => new Response('<html>Welcome</html>', { headers: { 'Content-Type': 'text/html' } }),
    code: 'EMBEDDING_RESPONSE_INVALID',
  },
  {
    name: 'cut JSON',
    answer: () => new Response('{"data": [', { headers: json }),
    code: 'EMBEDDING_RESPONSE_INVALID',
  },
  {
    name: 'JSON of another shape',
    answer: () => Response.json({ hello: 1 }),
    code: 'EMBEDDING_RESPONSE_INVALID',
  },
  { name: 'a refused connection', answer: breaking('ECONNREFUSED'), code: failed, isRetryable: true },
  {
    name: 'a certificate of no known authority',
    answer: breaking('SELF_SIGNED_CERT_IN_CHAIN'),
    code: unavailable,
  },
]

/**
 * What every model on a network promises besides: each failure has its code, is tried once, and never shows the key;
 * the key is in no URL; a call that hangs can be aborted. `create` makes a model whose network is the given one; it
 * may ask that network, and then reject as `embed` would.
 */
export function hostedModelConformance(
  create: (network: HostedNetwork) => Promise<EmbeddingModel>,
): ConformanceCase[] {
  const cases = faults.map((fault) => ({
    name: `turns ${fault.name} into ${fault.code} after one request`,
    run: () => meets(fault, create),
  }))
  return [
    ...cases,
    {
      name: 'rejects with the reason of a signal that aborts while the network is silent',
      run: () => abortsSilence(create),
    },
  ]
}

async function meets(
  fault: Fault,
  create: (network: HostedNetwork) => Promise<EmbeddingModel>,
): Promise<void> {
  const urls: string[] = []
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    urls.push(request.url)
    return fault.answer([...request.headers.values()].join(' '))
  }
  const error = await failureOf(create({ fetch, apiKey }))
  assert.ok(EmbeddingError.isInstance(error), `rejected with ${String(error)} instead of an EmbeddingError`)
  const { code, isRetryable, retryAfter, message } = error
  const expected = { code: fault.code, isRetryable: fault.isRetryable ?? false, retryAfter: fault.retryAfter }
  assert.deepEqual({ code, isRetryable, retryAfter }, expected, message)
  assert.equal(urls.length, 1, `sent ${urls.length} requests instead of one`)
  for (const shown of [message, ...urls]) assert.ok(!shown.includes(apiKey), 'the key is shown')
}

function failureOf(created: Promise<EmbeddingModel>): Promise<unknown> {
  return created
    .then((model) => model.embed({ texts: ['The cat sleeps.'], role: 'document' }))
    .then(
      () => 'nothing: it was answered',
      (error: unknown) => error,
    )
}

async function abortsSilence(create: (network: HostedNetwork) => Promise<EmbeddingModel>): Promise<void> {
  const model = await create({ fetch: () => new Promise(() => {}), apiKey })
  const controller = new AbortController()
  const reason = new RangeError('aborted while silent')
  const answer = model.embed({ texts: ['The cat sleeps.'], role: 'document', signal: controller.signal })
  setTimeout(() => controller.abort(reason))
  const outcome = await answer.catch((error: unknown) => error)
  assert.equal(outcome, reason, 'an aborted call must reject with the reason of its signal')
}
