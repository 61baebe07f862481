import { EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import {
  answerJson,
  drip,
  expired,
  otherHost,
  selfSigned,
  silence,
  stall,
  startServer,
  type Answer,
} from '@recallite/test-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bodyFaults, connectionFaults, statusFaults, testNow, type Fault } from './__fixtures__/faults.js'
import { canaryKey } from './__fixtures__/gemini-answers.js'
import { keyForms, leaksOf } from './__fixtures__/leaks.js'
import { createGeminiEmbeddings } from './create-gemini-embeddings.js'

function createModel(baseUrl: string): Promise<EmbeddingModel> {
  return createGeminiEmbeddings({ apiKey: canaryKey, baseUrl, dimensions: 2, now: () => testNow })
}

async function failureOf(model: EmbeddingModel): Promise<unknown> {
  const answer = model.embed({ texts: ['a', 'b'], role: 'document' })
  return answer.then(
    () => 'it was answered',
    (error: unknown) => error,
  )
}

function expectFailure(
  error: unknown,
  { code, isRetryable = false, retryAfter }: Pick<Fault, 'code' | 'isRetryable' | 'retryAfter'>,
): void {
  expect(error).toMatchObject({ code, isRetryable, retryAfter })
  expect(EmbeddingError.isInstance(error)).toBe(true)
  expect(leaksOf(error)).toEqual([])
}

const faults = [...statusFaults, ...bodyFaults, ...connectionFaults]

describe('a fault of the server', () => {
  it('is tried in many kinds', () => {
    expect(faults.length).toBeGreaterThanOrEqual(55)
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  })

  it.each(faults)('$name becomes $code', async (fault) => {
    const server = await startServer(fault.answer)
    expectFailure(await failureOf(await createModel(server.url)), fault)
    expect(server.requests).toHaveLength(1)
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('does not stay: the next call is answered', async () => {
    const server = await startServer(silence())
    const model = await createModel(server.url)
    for (const { answer } of statusFaults) {
      server.answerWith(answer)
      await failureOf(model)
    }
    server.answerWith(answerJson({ embeddings: [{ values: [1, 0] }, { values: [0, 1] }] }))
    await expect(model.embed({ texts: ['a', 'b'], role: 'query' })).resolves.toHaveLength(2)
  })

  it('is told by a check that finds the key', () => {
    for (const form of keyForms) expect(leaksOf(new Error('x', { cause: new Error(form) }))).not.toEqual([])
  })
})

describe('a server that cannot be reached', () => {
  it('is retryable when no server listens', async () => {
    const server = await startServer(silence())
    await server.stop()
    const error = await failureOf(await createModel(server.url))
    expectFailure(error, { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true })
    expect(String(error)).toContain(new URL(server.url).host)
  })

  it('is retryable when its name does not resolve', async () => {
    const lookup = Object.assign(new Error(`getaddrinfo ENOTFOUND gemini.example`), { code: 'ENOTFOUND' })
    const model = await createGeminiEmbeddings({
      apiKey: canaryKey,
      baseUrl: 'https://gemini.example',
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: lookup })),
    })
    const error = await failureOf(model)
    expectFailure(error, { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true })
    expect(String(error)).toContain('gemini.example')
  })

  it.each([
    ['signed by itself', selfSigned],
    ['expired', expired],
    ['for another host', otherHost],
  ])('is not trusted with a certificate that is %s', async (_, identity) => {
    const server = await startServer(silence(), identity)
    expectFailure(await failureOf(await createModel(server.url)), { code: 'EMBEDDING_MODEL_UNAVAILABLE' })
    expect(server.requests).toEqual([])
  })
})

describe('a server that takes too long', () => {
  afterEach(() => void vi.useRealTimers())

  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it.each<[name: string, answer: Answer, milliseconds: number]>([
    ['says nothing', silence(), 30_000],
    ['stops after its headers', stall('{'), 15_000],
    ['drips', drip(' '.repeat(100_000), 1), 120_000],
  ])('is given up, retryably, when it %s', async (_, answer, milliseconds) => {
    const server = await startServer(answer)
    const model = await createModel(server.url)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isOver = false
    const failure = failureOf(model).finally(() => (isOver = true))
    while (server.requests.length === 0) await turn()
    for (let waited = 0; waited <= milliseconds; waited += 1000) {
      if (isOver) break
      await vi.advanceTimersByTimeAsync(1000)
      for (let turns = 0; turns < 20; turns += 1) await turn()
    }
    expect(isOver).toBe(true)
    vi.useRealTimers()
    expectFailure(await failure, { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true })
    await expect.poll(() => server.underWay()).toBe(0)
  })
})
