import { inspect } from 'node:util'
import { answerJson, answerText } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { createBatches, createPlayedBatches } from './__fixtures__/create-batches.js'
import { failureOf } from './__fixtures__/create-model.js'
import { embeddingList, errorBody, errorLine, outputLine } from './__fixtures__/documented-answers.js'
import { jsonLines, uploadedLines } from './__fixtures__/played-batches.js'
import { canaryKey } from './__fixtures__/played-openai.js'
import { batchFile, createOpenAIBatches } from './create-openai-batches.js'
import { resolveSpace } from './settings.js'

const texts = [
  { key: 'b', text: 'The second\nline' },
  { key: 'a', text: 'first' },
]

describe('createOpenAIBatches', () => {
  it('has the vector space of the model', () => {
    const { identity, maxTexts } = createOpenAIBatches({ apiKey: canaryKey })
    const named = { provider: 'openai', model: 'text-embedding-3-small', promptStyle: 'plain' }
    expect(identity).toEqual({ ...named, dimensions: 1536 })
    expect(maxTexts).toBe(50_000)
  })

  it('requires dimensions for an unknown model', () => {
    expect(() => createOpenAIBatches({ apiKey: canaryKey, model: 'other' })).toThrow(/Set dimensions/)
  })
})

describe('submit', () => {
  it('uploads a line per text, and starts a job with the file', async () => {
    const { batches, server } = await createPlayedBatches()
    expect(await batches.submit(texts)).toBe('batch_abc123')
    const [upload, order] = server.requests
    expect(upload?.headers).toMatchObject({ authorization: `Bearer ${canaryKey}` })
    expect(upload?.body).toMatch(/name="purpose"\r\n\r\nbatch\r\n/)
    expect(upload?.body).toMatch(/name="file"; filename="texts.jsonl"/)
    const request = { method: 'POST', url: '/v1/embeddings' }
    const body = { dimensions: 2, encoding_format: 'float', model: 'text-embedding-3-small' }
    expect(uploadedLines(upload?.body ?? '')).toEqual(
      texts.map(({ key, text }) => ({ custom_id: key, ...request, body: { ...body, input: [text] } })),
    )
    expect(JSON.parse(order?.body ?? '')).toEqual({
      completion_window: '24h',
      endpoint: '/v1/embeddings',
      input_file_id: 'file-abc123',
    })
  })

  it('rejects more bytes than the limit of a file', () => {
    const space = resolveSpace({})
    const { size } = batchFile(space, texts)
    expect(() => batchFile(space, texts, size)).not.toThrow()
    expect(() => batchFile(space, texts, size - 1)).toThrow(`has ${size} bytes`)
  })

  it.each([
    ['a rejected key', answerJson(errorBody({ message: canaryKey }), { status: 401 }), 'MODEL_UNAVAILABLE'],
    ['a busy server', answerJson(errorBody({ message: canaryKey }), { status: 503 }), 'REQUEST_FAILED'],
    ['broken JSON', answerText('{"id":'), 'RESPONSE_INVALID'],
    ['a file without an id', answerJson({ object: 'file' }), 'RESPONSE_INVALID'],
  ])('fails with a code, and tries once: %s', async (_, answer, code) => {
    const { batches, server } = await createBatches(answer)
    const failure = await failureOf(batches.submit(texts))
    expect(failure).toMatchObject({ code: `EMBEDDING_${code}` })
    expect(inspect(failure)).not.toContain('CANARY')
    expect(server.requests).toHaveLength(1)
  })
})

describe('check', () => {
  const request_counts = { total: 3, completed: 1, failed: 1 }
  const files = { output_file_id: 'file-out', error_file_id: null }

  it.each([
    ['validating', {}, 'running'],
    ['in_progress', {}, 'running'],
    ['finalizing', {}, 'running'],
    ['cancelling', files, 'running'],
    ['completed', files, 'done'],
    ['completed', { output_file_id: null, error_file_id: 'file-errors' }, 'done'],
    ['expired', files, 'done'],
    ['cancelled', files, 'done'],
    ['failed', files, 'failed'],
    ['expired', {}, 'failed'],
    ['cancelled', {}, 'failed'],
    ['completed', {}, 'failed'],
  ])('reads a job that is %s with the files %j as %s', async (status, named, state) => {
    const { batches } = await createPlayedBatches({ batch: { status, ...named, request_counts } })
    const reason = state === 'failed' ? `the job is ${status} and has no results` : null
    expect(await batches.check('batch_abc123')).toEqual({ state, done: 2, total: 3, reason })
  })

  it('returns why a job failed', async () => {
    const data = [{ code: 'token_limit_exceeded', message: `The limit\nis reached by ${canaryKey}.` }]
    const { batches } = await createPlayedBatches({ batch: { status: 'failed', errors: { data } } })
    const reason = 'The limit is reached by [secret].'
    expect(await batches.check('batch_abc123')).toEqual({ state: 'failed', done: 0, total: 0, reason })
  })

  it.each([
    ['an unknown state', answerJson({ status: 'dreaming' })],
    ['something else', answerJson([1])],
    ['nothing', answerText('')],
  ])('rejects %s', async (_, answer) => {
    const { batches } = await createBatches(answer)
    await expect(batches.check('batch_abc123')).rejects.toMatchObject({ code: 'EMBEDDING_RESPONSE_INVALID' })
  })

  it('reports a missing job', async () => {
    const { batches } = await createPlayedBatches()
    await expect(batches.check('other')).rejects.toMatchObject({ code: 'EMBEDDING_REQUEST_INVALID' })
  })
})

describe('collect', () => {
  const good = (key: string, embedding: unknown, index: unknown = 0) =>
    outputLine(key, embeddingList([{ object: 'embedding', index, embedding }]))
  const done = { status: 'completed', output_file_id: 'file-out', error_file_id: 'file-errors' }

  const collected = async (output: string, errors = '') => {
    const files = { 'file-out': output, 'file-errors': errors }
    const { batches } = await createPlayedBatches({ batch: done, files })
    return batches.collect('batch_abc123')
  }

  it('returns the vectors by key, in any order, and the reasons for the others', async () => {
    const output = jsonLines(good('b', [0, 1]), good('a', [1, 0]))
    const errors = jsonLines(
      outputLine('c', errorBody({ message: `It is too long,\nsays ${canaryKey}.` }), 400),
      errorLine('d', { code: 'batch_expired', message: 'This request could not be executed in time.' }),
    )
    expect(await collected(output, errors)).toEqual([
      { key: 'b', vector: Float32Array.of(0, 1) },
      { key: 'a', vector: Float32Array.of(1, 0) },
      { key: 'c', reason: 'It is too long, says [secret].' },
      { key: 'd', reason: 'This request could not be executed in time.' },
    ])
  })

  const twice = [0, 1].map((index) => ({ index, embedding: [1, 0] }))
  const notOne = 'it was not answered with one embedding'
  it.each([
    ['another index', good('a', [1, 0], 1), notOne],
    ['two vectors', outputLine('a', embeddingList(twice)), notOne],
    ['no body', outputLine('a', null), notOne],
    ['base64', good('a', 'AACAPwAAAEA='), 'it was answered with text in place of a vector'],
    ['only a status', outputLine('a', null, 500), 'it was answered with the status 500'],
    [
      'no response',
      { custom_id: 'a', response: null, error: null },
      'it was answered with the status undefined',
    ],
    ['only a code', { custom_id: 'a', error: { code: 'x' } }, 'x'],
    ['an error without a message', { custom_id: 'a', error: {} }, 'it was rejected without a reason'],
  ])('returns a reason in place of %s', async (_, line, reason) => {
    expect(await collected(jsonLines(line))).toEqual([{ key: 'a', reason }])
  })

  it('accepts files that are larger than the limit of an answer', async () => {
    const line = jsonLines({ ...good('a', [1, 0]), padding: 'x'.repeat(2 ** 20) })
    const output = Array.from({ length: 70 }, (_, number) =>
      line.replace('"custom_id":"a"', `"custom_id":"${number}"`),
    )
    expect(await collected(output.join(''))).toHaveLength(70)
  })

  it('rejects if a result file is missing', async () => {
    const { batches } = await createPlayedBatches({ batch: done, files: { 'file-out': '' } })
    const failure = await failureOf(batches.collect('batch_abc123'))
    expect(failure).toMatchObject({ code: 'EMBEDDING_REQUEST_INVALID', isRetryable: false })
  })
})
