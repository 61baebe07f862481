import assert from 'node:assert/strict'
import { vectorFault } from '../checked.js'
import type { EmbeddingModel } from '../embedding-model.js'
import { EmbeddingError } from '../errors.js'
import type { Fetch } from '../http/guard-fetch.js'
import { withoutSecrets } from '../http/safe-message.js'
import { answerFaults, dimensions, goodVectors, variantsOf } from './answer-faults.js'
import { assertSameVector } from './check.js'
import { json, type NetworkFault, networkFaults, formsOf } from './network-faults.js'
import type { ConformanceCase } from './suite.js'

/** The settings of a model under test. */
export interface HostedNetwork {
  /** Answers every URL as the case requires. */
  readonly fetch: Fetch
  /** For providers with keys; no error may contain it. */
  readonly apiKey: string
  readonly dimensions: number
  /** Maximum wait for an answer to begin, in milliseconds. */
  readonly firstByteTimeout: number
  /** Maximum pause within an answer, in milliseconds. */
  readonly idleTimeout: number
  /** The current time, for retry dates. */
  readonly now: () => number
}

/** A hosted provider under test. */
export interface HostedSubject {
  /** Creates a model that uses the given network; may send requests, and then reject like `embed`. */
  create(network: HostedNetwork): Promise<EmbeddingModel>
  /** The JSON of a valid answer with the vectors in the order of the texts; the vectors may be invalid. */
  answer(vectors: readonly unknown[]): unknown
}

/**
 * Additional rules for hosted models: each failure has its code, is tried once and never contains the key; no URL contains
 * the key; a call that hangs can be aborted; no answer results in an unusable vector.
 */
export function hostedModelConformance(subject: HostedSubject): ConformanceCase[] {
  const faults = networkFaults.map((fault) => ({
    name: `turns ${fault.name} into ${fault.code} after one request`,
    run: () => assertFailure(subject, fault),
  }))
  const answers = answerFaults(subject.answer).map(({ name, body, usable }) => ({
    name: `uses no invalid vector of ${name}`,
    run: () => assertUsableVectors(subject, body, usable),
  }))
  const waits = Object.entries({
    answer: (): Promise<Response> => new Promise(() => {}),
    'rest of an answer': stalling(200),
    'rest of an error': stalling(500),
  })
  const aborts = waits.map(([name, fetch]) => ({
    name: `rejects with the reason of a signal that aborts while it waits for the ${name}`,
    run: () => assertAbort(subject, fetch),
  }))
  return [
    ...faults,
    ...answers,
    ...aborts,
    { name: 'answers the next call after a failure', run: () => assertRecovery(subject) },
    { name: 'accepts a slow answer', run: () => assertPatience(subject) },
    { name: 'returns only usable vectors for any answer', run: () => assertUsable(subject) },
  ]
}

const apiKey = 'sk-CANARY+key/0123456789abcdef=='
const texts = ['The cat sleeps.', 'The dog barks.', 'The fish swims.']

function networkOf(fetch: Fetch): HostedNetwork {
  return { fetch, apiKey, dimensions, firstByteTimeout: 100, idleTimeout: 100, now }
}

const now = () => Date.UTC(2026, 0, 1, 12)

/** The error of a call when the network answers like this. */
async function failureOf(subject: HostedSubject, fetch: Fetch): Promise<EmbeddingError> {
  const created = subject.create(networkOf(fetch))
  const outcome = await created
    .then((model) => model.embed({ texts, role: 'document' }))
    .catch((error: unknown) => error)
  assert.ok(EmbeddingError.isInstance(outcome), `resulted in ${String(outcome)} instead of an EmbeddingError`)
  return outcome
}

async function assertFailure(subject: HostedSubject, fault: NetworkFault): Promise<void> {
  const urls: string[] = []
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    urls.push(request.url)
    return fault.answer(echoOf(request))
  }
  const error = await failureOf(subject, fetch)
  const { code, isRetryable, retryAfter, message } = error
  const expected = { code: fault.code, isRetryable: fault.isRetryable ?? false, retryAfter: fault.retryAfter }
  assert.deepEqual({ code, isRetryable, retryAfter }, expected, message)
  assert.equal(urls.length, 1, `sent ${urls.length} requests instead of one`)
  assert.ok(!message.includes('\n'), `the message has several lines: ${message}`)
  const errorText = [message, error.stack, String(error.cause), JSON.stringify([error, error.cause])].join(
    '\n',
  )
  assert.equal(
    withoutSecrets(errorText, [apiKey]),
    errorText,
    'the error, its cause or a property contains the key',
  )
  for (const url of urls) assert.ok(!url.includes(apiKey), 'the URL contains the key')
}

/** A careless server repeats the headers, with the key in many forms if it was sent. */
function echoOf({ headers }: Request): string {
  const values = [...headers.values()].join(' ')
  return values.includes(apiKey) ? [values, ...formsOf(apiKey)].join(' ') : values
}

async function assertUsableVectors(
  subject: HostedSubject,
  body: string,
  usable: readonly number[],
): Promise<void> {
  const { code, isRetryable, vectors = [] } = await failureOf(subject, answering(body))
  assert.deepEqual({ code, isRetryable }, { code: 'EMBEDDING_RESPONSE_INVALID', isRetryable: false })
  const positions = [...vectors.keys()].filter((position) => vectors[position] !== undefined)
  assert.deepEqual(positions, usable, 'the vectors do not belong to the texts with a usable answer')
  for (const position of usable)
    assertSameVector(vectors[position], Float32Array.from(goodVectors[position] ?? []))
}

async function assertAbort(subject: HostedSubject, answer: (onEnd: () => void) => Promise<Response>) {
  let hasEnded = false
  const controller = new AbortController()
  const { signal } = controller
  const onEnd = () => void (hasEnded = true)
  const fetch: Fetch = (_, init) => {
    setTimeout(() => controller.abort(reason))
    init?.signal?.addEventListener('abort', onEnd)
    return answer(onEnd)
  }
  const reason = new RangeError('aborted while waiting')
  const model = await subject.create({ ...networkOf(fetch), firstByteTimeout: 2000, idleTimeout: 2000 })
  const outcome = await model.embed({ texts, role: 'document', signal }).catch((error: unknown) => error)
  assert.equal(outcome, reason, 'an aborted call must reject with the reason of its signal')
  assert.ok(hasEnded, 'the request was not ended')
}

async function assertRecovery(subject: HostedSubject): Promise<void> {
  const good = JSON.stringify(subject.answer(goodVectors))
  let hasFailed = false
  const fetch: Fetch = (...request) => {
    if (hasFailed) return answering(good)(...request)
    hasFailed = true
    throw new TypeError('fetch failed')
  }
  const model = await subject.create(networkOf(fetch))
  await assert.rejects(model.embed({ texts, role: 'document' }))
  assert.equal((await model.embed({ texts, role: 'document' })).length, texts.length)
}

async function assertPatience(subject: HostedSubject): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(subject.answer(goodVectors)))
  async function* drip() {
    for (const byte of bytes) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      yield Uint8Array.of(byte)
    }
  }
  const fetch = async () => new Response(toStream(drip()), { headers: json })
  const model = await subject.create(networkOf(fetch))
  assert.equal((await model.embed({ texts, role: 'document' })).length, texts.length)
}

/** Changes each part of a valid answer in turn. */
async function assertUsable(subject: HostedSubject): Promise<void> {
  for (const variant of variantsOf(subject.answer(goodVectors))) {
    const body = JSON.stringify(variant) ?? ''
    const model = await subject.create(networkOf(answering(body)))
    const vectors: readonly (Float32Array | undefined)[] = await model
      .embed({ texts, role: 'document' })
      .then(assertAll, vectorsOfError)
    for (const vector of vectors.filter((each) => each !== undefined)) {
      const fault = vectorFault(vector, dimensions)
      assert.equal(fault, undefined, `${body} resulted in ${fault}`)
    }
  }
}

function assertAll(vectors: Float32Array[]): Float32Array[] {
  assert.equal(
    vectors.length,
    texts.length,
    `${texts.length} texts were answered with ${vectors.length} vectors`,
  )
  return vectors
}

function vectorsOfError(error: unknown): readonly (Float32Array | undefined)[] {
  assert.ok(EmbeddingError.isInstance(error), `rejected with ${String(error)} instead of an EmbeddingError`)
  assert.equal(error.code, 'EMBEDDING_RESPONSE_INVALID', error.message)
  return error.vectors ?? []
}

function answering(body: string): Fetch {
  return async () => new Response(body, { headers: json })
}
const stalling = (status: number) => async (onEnd: () => void) => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
    cancel: onEnd,
  })
  return new Response(body, { headers: json, status })
}

function toStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
