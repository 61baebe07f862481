import { getEventListeners } from 'node:events'
import { EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import { embeddingModelConformance, hostedModelConformance } from '@recallite/embeddings/conformance'
import { type Answer, answerJson, startServer } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  answerError,
  answerWell,
  type BatchEmbedBody,
  canaryKey,
  retryInfo,
} from './__fixtures__/gemini-answers.js'
import { createGeminiEmbeddings } from './create-gemini-embeddings.js'
import type { GeminiEmbeddingsSettings } from './settings.js'

async function serve(answer: Answer = answerWell(), settings: Partial<GeminiEmbeddingsSettings> = {}) {
  const server = await startServer(answer)
  const model = await createGeminiEmbeddings({ apiKey: canaryKey, baseUrl: server.url, ...settings })
  return { server, model }
}

function failure(model: EmbeddingModel, texts: readonly string[]): Promise<unknown> {
  return model.embed({ texts, role: 'document' }).catch((error: unknown) => error)
}

const dailyQuota = {
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId: 'EmbedContentRequestsPerDayPerProjectPerModel-FreeTier' }],
}

describe('createGeminiEmbeddings', () => {
  it('names the space and its limits, and sends nothing yet', async () => {
    const { server, model } = await serve()
    expect(model).toMatchObject({
      identity: {
        provider: 'gemini',
        model: 'gemini-embedding-001',
        dimensions: 768,
        promptStyle: 'task-type',
      },
      maxBatchItems: 100,
      maxBatchTokens: 8000,
    })
    expect(server.requests).toEqual([])
  })

  it.each([
    ['query', 'gemini-embedding-001'],
    ['document', 'gemini-embedding-001'],
    ['query', 'models/gemini-embedding-2'],
    ['document', 'gemini-embedding-2'],
  ] as const)('sends each %s to %s with its role', async (role, model) => {
    const { server, model: gemini } = await serve(answerWell(), { model, dimensions: 8 })
    await gemini.embed({ texts: ['one', 'two \uD83D'], role })
    const [{ method, path, headers, body } = expect.fail('nothing was sent')] = server.requests
    expect({ method, path, body: JSON.parse(body) }).toMatchSnapshot()
    const withKey = Object.entries(headers).filter(([, value]) => value?.includes(canaryKey))
    expect(withKey).toEqual([['x-goog-api-key', canaryKey]])
    expect(path + body).not.toContain(canaryKey)
  })

  it('returns vectors of length 1, in the order of the texts', async () => {
    const answer = answerJson({ embeddings: [{ values: [3, 4] }, { values: [0, -0.5] }] })
    const { model } = await serve(answer, { dimensions: 2 })
    const vectors = await model.embed({ texts: ['a', 'b'], role: 'document' })
    expect(vectors).toEqual([new Float32Array([3 / 5, 4 / 5]), new Float32Array([0, -1])])
  })

  it('cuts a text to the limit of the model', async () => {
    const { server, model } = await serve()
    await model.embed({ texts: ['x'.repeat(20_000), '語'.repeat(20_000)], role: 'document' })
    const { requests } = JSON.parse(server.requests[0]?.body ?? '') as BatchEmbedBody
    const lengths = requests.map(({ content }) => content.parts[0]?.text.length)
    expect(lengths).toEqual([3 * 2048, Math.floor(2048 / 1.5)])
  })

  it('rejects more texts than the API accepts, without a request', async () => {
    const { server, model } = await serve()
    const texts = Array.from({ length: 101 }, (_, position) => `text ${position}`)
    expect(await failure(model, texts)).toMatchObject({ code: 'EMBEDDING_REQUEST_TOO_LARGE' })
    expect(server.requests).toEqual([])
    expect(await model.embed({ texts: texts.slice(1), role: 'document' })).toHaveLength(100)
  })

  it('stops listening to a signal after a call', async () => {
    const { model } = await serve()
    const { signal } = new AbortController()
    await model.embed({ texts: ['a'], role: 'query', signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('writes nothing to the console', async () => {
    const spies = (['log', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
    onTestFinished(() => void vi.restoreAllMocks())
    const { model } = await serve()
    await model.embed({ texts: ['a'], role: 'query' })
    expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  it.each([
    ['no key', { apiKey: '' }, /is empty/],
    ['a key that is invalid in a header', { apiKey: 'AIza\nCANARY' }, /contains invalid characters/],
    ['a token for live sessions', { apiKey: 'auth_tokens/CANARY' }, /live sessions/],
    ['a path as the model', { model: '../files/x' }, /not a Gemini model name/],
    ['no dimensions', { dimensions: 0 }, /dimensions/],
    ['plain http', { baseUrl: 'http://gemini.example' }, /unencrypted/],
  ])('rejects %s at once', async (_, settings, message) => {
    const error: unknown = await createGeminiEmbeddings({ apiKey: canaryKey, ...settings }).catch(
      (reason: unknown) => reason,
    )
    expect(EmbeddingError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({
      code: 'EMBEDDING_MODEL_UNAVAILABLE',
      message: expect.stringMatching(message),
    })
    expect(String(error)).not.toContain('CANARY')
  })
})

describe('a model of the Gemini API fulfils the contract', () => {
  const cases = [
    ...embeddingModelConformance(async () => (await serve()).model),
    ...hostedModelConformance({
      create: createGeminiEmbeddings,
      answer: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
    }),
  ]

  it.each(cases)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it.each([
    ['RetryInfo', [retryInfo('34.5s')], { isRetryable: true, retryAfter: 34_500 }],
    ['the quota of the day', [dailyQuota, retryInfo('3s')], { code: 'EMBEDDING_MODEL_UNAVAILABLE' }],
  ])('reads %s', async (_, details, expected) => {
    const { model } = await serve(answerError(429, 'RESOURCE_EXHAUSTED', { details }))
    expect(await failure(model, ['a'])).toMatchObject(expected)
  })
})
