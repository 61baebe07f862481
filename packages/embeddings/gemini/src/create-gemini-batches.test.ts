import { inspect } from 'node:util'
import type { BatchText, EmbeddingBatches } from '@recallite/embeddings'
import { answerJson, answerText, inTurn, silence, startServer } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBatchService } from './__fixtures__/batch-answers.js'
import { answerError, answerWell, canaryKey, retryInfo } from './__fixtures__/gemini-answers.js'
import { createGeminiBatches } from './create-gemini-batches.js'
import { createGeminiEmbeddings } from './create-gemini-embeddings.js'

function connectTo(baseUrl: string): Promise<EmbeddingBatches> {
  return createGeminiBatches({ apiKey: canaryKey, baseUrl, dimensions: 8 })
}

async function serve() {
  const service = createBatchService()
  const server = await startServer(service.answer)
  return { service, server, batches: await connectTo(server.url) }
}

const texts = [
  { key: 'a', text: 'The first text.' },
  { key: 'b\u2028"\n', text: 'The second.\r\n--recallite-batch-file--\r\n' },
  { key: 'c', text: 'refuse this one' },
  { key: 'd', text: 'half \uD83D of a pair' },
]

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
}

describe('createGeminiBatches', () => {
  it('has the vector space of the model', async () => {
    const { server, batches } = await serve()
    const model = await createGeminiEmbeddings({ apiKey: canaryKey, baseUrl: server.url, dimensions: 8 })
    expect(batches.identity).toEqual(model.identity)
    expect(batches.maxTexts).toBe(1000)
  })

  it('uploads a file and starts a job with it', async () => {
    const { service, server, batches } = await serve()
    expect(await batches.submit(texts)).toBe('batches/job-0')
    const sent = server.requests.map(({ method, path }) => `${method} ${path}`)
    const file = service.files.get('files/input0')
    expect({ sent, file, body: server.requests[1]?.body }).toMatchSnapshot()
    expect(JSON.stringify(server.requests.map(({ path, body }) => path + body))).not.toContain(canaryKey)
  })

  it('writes one line of well-formed JSON for any text', async () => {
    const { service, batches } = await serve()
    const text = fc.string({ unit: 'binary' })
    const [given = []] = fc.sample(
      fc.uniqueArray(fc.record({ key: text, text: text.map((each) => `x${each}`) }), {
        selector: ({ key }: BatchText) => key.toWellFormed(),
        minLength: 200,
        maxLength: 200,
      }),
      1,
    )
    await batches.submit(given)
    const lines = service.files.get('files/input0')?.split('\n').slice(0, -1) ?? []
    const keys = lines.map((line) => (JSON.parse(line) as { key: string }).key.toWellFormed())
    expect(keys).toEqual(given.map(({ key }) => key.toWellFormed()))
  })

  it('continues in another process, only with the id of the job', async () => {
    const { service, server, batches } = await serve()
    const job = await batches.submit(texts)
    const later = await connectTo(server.url)
    expect(await later.check(job)).toEqual({ state: 'running', done: 0, total: 4, reason: null })
    service.finishJobs()
    expect(await later.check(job)).toEqual({ state: 'done', done: 4, total: 4, reason: null })
    const results = await later.collect(job)
    expect(new Set(results.map(({ key }) => key))).toEqual(new Set(texts.map(({ key }) => key)))
    expect(results.find(({ key }) => key === 'c')).toEqual({ key: 'c', reason: 'Refused, by [31m[secret]' })
  })

  it('returns the same vectors as the model, in any order of the answers', async () => {
    const { service, server, batches } = await serve()
    const job = await batches.submit(texts)
    service.finishJobs()
    const results = await batches.collect(job)
    server.answerWith(answerWell())
    const model = await createGeminiEmbeddings({ apiKey: canaryKey, baseUrl: server.url, dimensions: 8 })
    const vectors = await model.embed({ texts: texts.map(({ text }) => text), role: 'document' })
    const expected = texts.flatMap(({ key }, position) =>
      key === 'c' ? [] : [{ key, vector: vectors[position] }],
    )
    expect(results.filter((result) => 'vector' in result).toReversed()).toEqual(expected)
  })

  it.each(['check', 'collect'] as const)('%s rejects an invalid job id', async (method) => {
    const { server, batches } = await serve()
    for (const job of ['', 'batch_123', 'batches/../files/x', 'https://elsewhere.example/batches/1'])
      expect(await failureOf(batches[method](job))).toMatchObject({ code: 'EMBEDDING_REQUEST_INVALID' })
    expect(server.requests).toEqual([])
  })

  it('rejects with the reason of a signal during a request', async () => {
    const { server, batches } = await serve()
    server.answerWith(silence())
    const controller = new AbortController()
    const failure = failureOf(batches.submit(texts, controller.signal))
    await expect.poll(() => server.underWay()).toBe(1)
    const reason = new RangeError('enough')
    controller.abort(reason)
    expect(await failure).toBe(reason)
    await expect.poll(() => server.underWay()).toBe(0)
  })
})

describe('check', () => {
  const answering = async (operation: unknown) =>
    (await connectTo((await startServer(answerJson(operation))).url)).check('batches/job-0')
  const output = { responsesFile: 'files/x' }

  it.each([
    ['PENDING', 'running', null],
    ['RUNNING', 'running', null],
    ['UNSPECIFIED', 'running', null],
    ['SUCCEEDED', 'done', null],
    ['FAILED', 'failed', 'Gemini gave no reason'],
    ['CANCELLED', 'failed', 'it was cancelled'],
    ['EXPIRED', 'failed', 'it was not done in time and has expired'],
  ])('reads %s as %s', async (written, state, reason) => {
    const batchStats = { requestCount: '10', successfulRequestCount: '4', failedRequestCount: 2 }
    const expected = { state, done: 6, total: 10, reason }
    for (const prefix of ['BATCH', 'JOB']) {
      const metadata = { state: `${prefix}_STATE_${written}`, batchStats, output }
      expect(await answering({ metadata })).toEqual(expected)
    }
  })

  it('ignores invalid counts', async () => {
    const batchStats = { requestCount: '-1', successfulRequestCount: 'many', failedRequestCount: null }
    const counted = await answering({ metadata: { state: 'BATCH_STATE_RUNNING', batchStats } })
    expect(counted).toMatchObject({ done: 0, total: 0 })
  })

  it('returns a one-line reason of a failure, without the key', async () => {
    const error = { message: `No\n\u001B[2Jgood: ${canaryKey}` }
    const state = await answering({ error, metadata: { state: 'BATCH_STATE_FAILED' } })
    expect(state).toMatchObject({ state: 'failed', reason: 'No [2Jgood: [secret]' })
  })

  it.each(['', 'files/', 'files/../x', 'https://elsewhere.example/files/a', 'files/a?b', 3])(
    'treats %j as no result file',
    async (responsesFile) => {
      const operation = { metadata: { state: 'BATCH_STATE_SUCCEEDED' }, response: { responsesFile } }
      await expect(answering(operation)).rejects.toMatchObject({ code: 'EMBEDDING_RESPONSE_INVALID' })
    },
  )

  it.each([null, 'text', [], {}, { metadata: null }, { metadata: { state: 3 } }])(
    'does not accept %j as a job',
    async (operation) => {
      await expect(answering(operation)).rejects.toMatchObject({ code: 'EMBEDDING_RESPONSE_INVALID' })
    },
  )
})

describe('a fault of the Batch API', () => {
  const done = answerJson({
    metadata: { state: 'BATCH_STATE_SUCCEEDED', output: { responsesFile: 'files/x' } },
  })
  const waiting = { message: canaryKey, details: [retryInfo('9s')] }

  it.each([
    ['an upload without a file', answerJson({ echo: canaryKey }), 'RESPONSE_INVALID', false],
    ['HTML', answerText(`<html>${canaryKey}`), 'RESPONSE_INVALID', false],
    [
      'a job without a name',
      inTurn(answerJson({ file: { name: 'files/x' } }), answerJson({ name: '../x' })),
      'RESPONSE_INVALID',
      false,
    ],
    ['too many tokens waiting', answerError(429, 'RESOURCE_EXHAUSTED', waiting), 'REQUEST_FAILED', true],
    ['no such model', answerError(404, 'NOT_FOUND'), 'MODEL_UNAVAILABLE', false],
  ])('%s fails the submission', async (_, answer, code, isRetryable) => {
    const server = await startServer(answer)
    const error = await failureOf((await connectTo(server.url)).submit(texts))
    expect(error).toMatchObject({ code: `EMBEDDING_${code}`, isRetryable })
    expect(inspect(error, { depth: 9 })).not.toContain('CANARY')
  })

  it.each([
    ['a file of broken lines', inTurn(done, answerText(`{"key":"${canaryKey}`)), 'RESPONSE_INVALID'],
    ['a missing job', answerError(404, 'NOT_FOUND'), 'REQUEST_INVALID'],
    ['a missing file', inTurn(done, answerError(404, 'NOT_FOUND')), 'REQUEST_INVALID'],
    ['an account without rights', answerError(403, 'PERMISSION_DENIED'), 'MODEL_UNAVAILABLE'],
  ])('%s fails the collection', async (_, answer, code) => {
    const server = await startServer(answer)
    const error = await failureOf((await connectTo(server.url)).collect('batches/job-0'))
    expect(error).toMatchObject({ code: `EMBEDDING_${code}` })
    expect(inspect(error, { depth: 9 })).not.toContain('CANARY')
  })

  const line = (key: string, more: object) => JSON.stringify({ key, ...more })
  it.each([
    ['an error', { error: { code: 3, message: `Refused to ${canaryKey}.` } }, 'Refused to [secret].'],
    ['a status', { status: { code: 3, message: 'Refused.' } }, 'Refused.'],
    ['an error without words', { error: {} }, 'Gemini gave no reason'],
    ['nothing', {}, 'it was answered with no vector'],
  ])('%s only affects its text', async (_, answer, reason) => {
    const values = [3, 4, 0, 0, 0, 0, 0, 0]
    const file = `${line('bad', answer)}\n\n${line('good', { response: { embedding: { values } } })}\n`
    const server = await startServer(inTurn(done, answerText(file)))
    expect(await (await connectTo(server.url)).collect('batches/job-0')).toEqual([
      { key: 'bad', reason },
      { key: 'good', vector: Float32Array.of(3 / 5, 4 / 5, 0, 0, 0, 0, 0, 0) },
    ])
  })
})
