import type { EmbeddingBatches } from '@recallite/embeddings'
import { answerJson, answerText, inTurn, silence, startServer } from '@recallite/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { createBatchService } from '../__fixtures__/batch-answers.js'
import { answerError, answerWell, canaryKey, retryInfo } from '../__fixtures__/gemini-answers.js'
import { leaksOf } from '../__fixtures__/leaks.js'
import { createGeminiEmbeddings } from '../create-gemini-embeddings.js'
import { createGeminiBatches } from './create-gemini-batches.js'

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
    () => 'it went well',
    (error: unknown) => error,
  )
}

describe('createGeminiBatches', () => {
  it('is in the space of the model that answers at once', async () => {
    const { server, batches } = await serve()
    const model = await createGeminiEmbeddings({ apiKey: canaryKey, baseUrl: server.url, dimensions: 8 })
    expect(batches.identity).toEqual(model.identity)
    expect(batches.maxTexts).toBe(1000)
  })

  it('uploads a file and begins a job on it', async () => {
    const { service, server, batches } = await serve()
    expect(await batches.submit(texts)).toBe('batches/job-0')
    const asked = server.requests.map(({ method, path }) => `${method} ${path}`)
    expect({
      asked,
      file: service.files.get('files/input0'),
      body: server.requests[1]?.body,
    }).toMatchSnapshot()
    expect(JSON.stringify(server.requests.map(({ path, body }) => path + body))).not.toContain(canaryKey)
  })

  it('goes on in another process, with the id of the job alone', async () => {
    const { service, server, batches } = await serve()
    const job = await batches.submit(texts)
    const later = await connectTo(server.url)
    expect(await later.check(job)).toEqual({ state: 'running', done: 0, total: 4, reason: null })
    service.finishJobs()
    expect(await later.check(job)).toEqual({ state: 'done', done: 4, total: 4, reason: null })
    const results = await later.collect(job)
    expect(new Set(results.map(({ key }) => key))).toEqual(new Set(texts.map(({ key }) => key)))
    expect(results.find(({ key }) => key === 'c')).toEqual({
      key: 'c',
      reason: 'Refused, by [31m[secret]',
    })
  })

  it('gives each text the vector that it gets at once, whatever the order of the answers', async () => {
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

  it.each([
    ['no text', [], 'EMBEDDING_REQUEST_INVALID'],
    ['a key twice', [texts[0], texts[0]], 'EMBEDDING_REQUEST_INVALID'],
    [
      'too many texts',
      Array.from({ length: 1001 }, (_, key) => ({ key: String(key), text: 'x' })),
      'EMBEDDING_REQUEST_TOO_LARGE',
    ],
  ])('refuses %s, without asking', async (_, given, code) => {
    const { server, batches } = await serve()
    const error = await failureOf(batches.submit(given.filter((text) => text !== undefined)))
    expect(error).toMatchObject({ code, isRetryable: false })
    expect(server.requests).toEqual([])
  })

  it('says that a job is not done yet', async () => {
    const { batches } = await serve()
    const job = await batches.submit(texts)
    expect(await failureOf(batches.collect(job))).toMatchObject({
      code: 'EMBEDDING_REQUEST_FAILED',
      isRetryable: true,
    })
  })

  it.each(['check', 'collect'] as const)('%s refuses what is no id of a job', async (method) => {
    const { server, batches } = await serve()
    for (const job of ['', 'batch_123', 'batches/../files/x', 'https://elsewhere.example/batches/1'])
      expect(await failureOf(batches[method](job))).toMatchObject({ code: 'EMBEDDING_REQUEST_INVALID' })
    expect(server.requests).toEqual([])
  })

  it('rejects with the reason of a signal, before and while it asks', async () => {
    const { server, batches } = await serve()
    const reason = new RangeError('enough')
    const aborted = AbortSignal.abort(reason)
    expect(await failureOf(batches.submit(texts, aborted))).toBe(reason)
    expect(await failureOf(batches.check('batches/job-0', aborted))).toBe(reason)
    expect(await failureOf(batches.collect('batches/job-0', aborted))).toBe(reason)
    expect(server.requests).toEqual([])
    server.answerWith(silence())
    const controller = new AbortController()
    const failure = failureOf(batches.submit(texts, controller.signal))
    await expect.poll(() => server.underWay()).toBe(1)
    controller.abort(reason)
    expect(await failure).toBe(reason)
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('writes nothing to the console', async () => {
    const warn = vi.spyOn(console, 'warn')
    await (await serve()).batches.submit(texts)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})

/** What the Files API says of a file that was deleted. */
const fileIsGone = 'You do not have permission to access the File batch-x or it may not exist.'

const done = answerJson({
  metadata: { state: 'BATCH_STATE_SUCCEEDED', output: { responsesFile: 'files/x' } },
})

describe('a fault of the Batch API', () => {
  it('tells a job that is not there any more from a model that is not', async () => {
    const { batches } = await serve()
    const error = await failureOf(batches.check('batches/job-7'))
    expect(error).toMatchObject({ code: 'EMBEDDING_REQUEST_INVALID', isRetryable: false })
    expect(leaksOf(error)).toEqual([])
  })

  it.each([
    ['an upload without a file', answerJson({ echo: canaryKey }), 'EMBEDDING_RESPONSE_INVALID', false],
    ['HTML', answerText(`<html>${canaryKey}`), 'EMBEDDING_RESPONSE_INVALID', false],
    [
      'a job without a name',
      inTurn(answerJson({ file: { name: 'files/x' } }), answerJson({ name: '../x' })),
      'EMBEDDING_RESPONSE_INVALID',
      false,
    ],
    [
      'too many tokens waiting',
      answerError(429, 'RESOURCE_EXHAUSTED', { message: canaryKey, details: [retryInfo('9s')] }),
      'EMBEDDING_REQUEST_FAILED',
      true,
    ],
    ['no such model', answerError(404, 'NOT_FOUND'), 'EMBEDDING_MODEL_UNAVAILABLE', false],
  ])('%s fails the submission', async (_, answer, code, isRetryable) => {
    const server = await startServer(answer)
    const error = await failureOf((await connectTo(server.url)).submit(texts))
    expect(error).toMatchObject({ code, isRetryable })
    expect(leaksOf(error)).toEqual([])
  })

  it.each([
    ['no operation', answerJson([]), 'EMBEDDING_RESPONSE_INVALID'],
    ['no state', answerJson({ metadata: {} }), 'EMBEDDING_RESPONSE_INVALID'],
    [
      'a job that failed',
      answerJson({ error: { message: canaryKey }, metadata: { state: 'BATCH_STATE_FAILED' } }),
      'EMBEDDING_REQUEST_INVALID',
    ],
    ['no file', answerJson({ metadata: { state: 'BATCH_STATE_SUCCEEDED' } }), 'EMBEDDING_RESPONSE_INVALID'],
    [
      'a file of broken lines',
      inTurn(done, answerText(`{"key":"${canaryKey}`)),
      'EMBEDDING_RESPONSE_INVALID',
    ],
    ['a file of HTML', inTurn(done, answerText('<html>')), 'EMBEDDING_RESPONSE_INVALID'],
    ['a job that is gone', answerError(404, 'NOT_FOUND'), 'EMBEDDING_REQUEST_INVALID'],
    ['a file that is gone', inTurn(done, answerError(404, 'NOT_FOUND')), 'EMBEDDING_REQUEST_INVALID'],
    [
      'a file that may not exist',
      inTurn(done, answerError(403, 'PERMISSION_DENIED', { message: fileIsGone })),
      'EMBEDDING_REQUEST_INVALID',
    ],
    ['an account without rights', answerError(403, 'PERMISSION_DENIED'), 'EMBEDDING_MODEL_UNAVAILABLE'],
    ['an unknown address', answerText('<html>', { status: 404 }), 'EMBEDDING_MODEL_UNAVAILABLE'],
    ['a key twice', inTurn(done, answerText('{"key":"a"}\n{"key":"a"}')), 'EMBEDDING_RESPONSE_INVALID'],
  ])('%s fails the collection', async (_, answer, code) => {
    const server = await startServer(answer)
    const error = await failureOf((await connectTo(server.url)).collect('batches/job-0'))
    expect(error).toMatchObject({ code })
    expect(leaksOf(error)).toEqual([])
  })
})
