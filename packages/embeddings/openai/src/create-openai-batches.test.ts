import { answerJson, answerText, silence } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { createBatches, createPlayedBatches } from './__fixtures__/create-batches.js'
import { failureOf } from './__fixtures__/create-model.js'
import { errorBody } from './__fixtures__/documented-answers.js'
import { expectNoKey } from './__fixtures__/expect-no-key.js'
import { playBatches, uploadedLines } from './__fixtures__/played-batches.js'
import { canaryKey } from './__fixtures__/played-openai.js'
import { batchFile } from './batch-files.js'
import { createOpenAIBatches } from './create-openai-batches.js'
import { resolveSpace } from './settings.js'

const texts = [
  { key: 'b', text: 'The second\nline' },
  { key: 'a', text: 'first' },
]

describe('submit', () => {
  it('uploads a line for each text, and makes a job of the file', async () => {
    const { batches, server } = await createPlayedBatches()
    expect(await batches.submit(texts)).toBe('batch_abc123')
    const [upload, order] = server.requests
    expect(upload?.headers).toMatchObject({ authorization: `Bearer ${canaryKey}` })
    expect(upload?.body).toMatch(/name="purpose"\r\n\r\nbatch\r\n/)
    expect(upload?.body).toMatch(/name="file"; filename="texts.jsonl"/)
    expect(uploadedLines(upload?.body ?? '')).toMatchInlineSnapshot(`
      [
        {
          "body": {
            "dimensions": 2,
            "encoding_format": "float",
            "input": [
              "The second
      line",
            ],
            "model": "text-embedding-3-small",
          },
          "custom_id": "b",
          "method": "POST",
          "url": "/v1/embeddings",
        },
        {
          "body": {
            "dimensions": 2,
            "encoding_format": "float",
            "input": [
              "first",
            ],
            "model": "text-embedding-3-small",
          },
          "custom_id": "a",
          "method": "POST",
          "url": "/v1/embeddings",
        },
      ]
    `)
    expect(JSON.parse(order?.body ?? '')).toMatchInlineSnapshot(`
      {
        "completion_window": "24h",
        "endpoint": "/v1/embeddings",
        "input_file_id": "file-abc123",
      }
    `)
  })

  it.each([
    [
      'more texts than a job holds',
      Array.from({ length: 50_001 }, (_, key) => ({ key: String(key), text: 'x' })),
      'EMBEDDING_REQUEST_TOO_LARGE',
    ],
    ['no texts', [], 'EMBEDDING_REQUEST_INVALID'],
    ['a blank text', [{ key: 'a', text: ' \n' }], 'EMBEDDING_REQUEST_INVALID'],
    ['a key twice', [...texts, { key: 'a', text: 'again' }], 'EMBEDDING_REQUEST_INVALID'],
  ])('refuses %s before anything is sent', async (_, refused, code) => {
    const { batches, server } = await createPlayedBatches()
    await expect(batches.submit(refused)).rejects.toMatchObject({ code })
    expect(server.requests).toEqual([])
  })

  it('refuses more bytes than a file holds', () => {
    const space = resolveSpace({})
    const { size } = batchFile(space, texts)
    expect(() => batchFile(space, texts, size)).not.toThrow()
    expect(() => batchFile(space, texts, size - 1)).toThrow(`has ${size} bytes`)
  })

  it.each([
    [
      'a key that is refused',
      answerJson(errorBody({ message: canaryKey }), { status: 401 }),
      'EMBEDDING_MODEL_UNAVAILABLE',
    ],
    [
      'a busy server',
      answerJson(errorBody({ message: canaryKey }), { status: 503 }),
      'EMBEDDING_REQUEST_FAILED',
    ],
    ['broken JSON', answerText('{"id":'), 'EMBEDDING_RESPONSE_INVALID'],
    ['a file without an id', answerJson({ object: 'file' }), 'EMBEDDING_RESPONSE_INVALID'],
    [
      'HTML',
      answerText('<html>', { headers: { 'content-type': 'text/html' } }),
      'EMBEDDING_RESPONSE_INVALID',
    ],
  ])('fails with a code, and tries once: %s', async (_, answer, code) => {
    const { batches, server } = await createBatches(answer)
    const failure = await failureOf(batches.submit(texts))
    expect(failure).toMatchObject({ code })
    expectNoKey(failure, canaryKey)
    expect(server.requests).toHaveLength(1)
  })
})

describe('check', () => {
  const request_counts = { total: 3, completed: 1, failed: 1 }
  const counted = { done: 2, total: 3 }

  it.each(['validating', 'in_progress', 'finalizing', 'cancelling'])(
    'says that a job runs: %s',
    async (status) => {
      const { batches } = await createPlayedBatches({ batch: { status, request_counts } })
      expect(await batches.check('batch_abc123')).toEqual({ state: 'running', ...counted, reason: null })
    },
  )

  it.each([
    ['completed', 'file-out', null],
    ['completed', null, 'file-errors'],
    ['expired', 'file-out', 'file-errors'],
    ['cancelled', 'file-out', null],
  ])(
    'says that a job is done: %s with the files %s and %s',
    async (status, output_file_id, error_file_id) => {
      const { batches } = await createPlayedBatches({
        batch: { status, output_file_id, error_file_id, request_counts },
      })
      expect(await batches.check('batch_abc123')).toEqual({ state: 'done', ...counted, reason: null })
    },
  )

  it('says that a job failed, and why', async () => {
    const message = `The enqueued token limit\nis reached by ${canaryKey}.`
    const errors = {
      object: 'list',
      data: [{ code: 'token_limit_exceeded', message, param: null, line: null }],
    }
    const { batches } = await createPlayedBatches({ batch: { status: 'failed', errors } })
    const reason = 'The enqueued token limit is reached by [secret].'
    expect(await batches.check('batch_abc123')).toEqual({ state: 'failed', done: 0, total: 0, reason })
  })

  it.each(['expired', 'cancelled', 'completed', 'failed'])(
    'says that a job without results failed: %s',
    async (status) => {
      const { batches } = await createPlayedBatches({ batch: { status } })
      const state = await batches.check('batch_abc123')
      expect(state).toMatchObject({ state: 'failed', reason: `the job is ${status} and has no results` })
    },
  )

  it.each([
    ['an unknown job', playBatches(), 'other', 'EMBEDDING_REQUEST_INVALID'],
    [
      'an unknown address',
      answerJson(errorBody({ message: 'Invalid URL (GET /v1/batches/other)' }), { status: 404 }),
      'other',
      'EMBEDDING_MODEL_UNAVAILABLE',
    ],
    [
      'a server that has no batches',
      answerJson({ detail: 'Not Found' }, { status: 404 }),
      'other',
      'EMBEDDING_MODEL_UNAVAILABLE',
    ],
    [
      'a page of a server before it',
      answerText('<html>', { status: 404, headers: { 'content-type': 'text/html' } }),
      'other',
      'EMBEDDING_MODEL_UNAVAILABLE',
    ],
    [
      'an unknown state',
      playBatches({ batch: { status: 'dreaming' } }),
      'batch_abc123',
      'EMBEDDING_RESPONSE_INVALID',
    ],
    ['something else', answerJson([1]), 'batch_abc123', 'EMBEDDING_RESPONSE_INVALID'],
    ['nothing', answerText(''), 'batch_abc123', 'EMBEDDING_RESPONSE_INVALID'],
  ])('fails with a code: %s', async (_, answer, job, code) => {
    const { batches } = await createBatches(answer)
    await expect(batches.check(job)).rejects.toMatchObject({ code })
  })

  it('rejects with the reason of its signal', async () => {
    const { batches } = await createBatches(silence())
    const reason = new RangeError('enough')
    await expect(batches.check('batch_abc123', AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

describe('createOpenAIBatches', () => {
  it('speaks of the space of the model', () => {
    const { identity, maxTexts } = createOpenAIBatches({ apiKey: canaryKey })
    expect(identity).toEqual({
      provider: 'openai',
      model: 'text-embedding-3-small',
      dimensions: 1536,
      promptStyle: 'plain',
    })
    expect(maxTexts).toBe(50_000)
  })

  it('wants to know the length of vectors that it cannot know', () => {
    expect(() => createOpenAIBatches({ apiKey: canaryKey, model: 'other' })).toThrow(/Set dimensions/)
  })
})
