import { RerankError } from '../index.js'
import { rerankerConformance } from '../conformance.js'
import { answerJson, inTurn, startServer } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerLikeCohere, canaryKey, createServed } from './__fixtures__/rerank-server.js'
import { createHttpReranker, readScores } from './create-http-reranker.js'

const query = 'red apple'
const texts = ['a red apple', 'a red car', 'rain']

describe('createHttpReranker', () => {
  it.each(rerankerConformance(async () => (await createServed(answerLikeCohere)).reranker))(
    'fulfils the contract: $name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    },
  )

  it('sends the query and the texts with the key, once', async () => {
    const { server, reranker } = await createServed(answerLikeCohere)
    expect(await reranker.rerank({ query, texts })).toEqual([1, 0.5, 0])
    expect(server.requests).toHaveLength(1)
    const [request] = server.requests
    expect(request).toMatchObject({ method: 'POST', path: '/v2/rerank' })
    expect(request?.headers.authorization).toBe(`Bearer ${canaryKey}`)
    expect(JSON.parse(request?.body ?? '')).toEqual({ model: 'rerank-test', query, documents: texts })
  })

  it('sends no key and no model if none is set', async () => {
    const { server, reranker } = await createServed(answerLikeCohere, { apiKey: undefined, model: undefined })
    await reranker.rerank({ query, texts })
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ query, documents: texts })
    expect(reranker.identity).toEqual({ provider: 'http', model: new URL(server.url).host })
  })

  it.each([
    ['', '/rerank'],
    ['/', '/rerank'],
    ['/v1/', '/v1/rerank'],
    ['/v1/rerank', '/v1/rerank'],
    ['/v1/reranking', '/v1/reranking'],
    ['/v1?version=2', '/v1/rerank?version=2'],
  ])('sends requests for %j to %s', async (written, path) => {
    const server = await startServer(answerLikeCohere)
    await createHttpReranker({ baseUrl: server.url + written }).rerank({ query, texts })
    expect(server.requests[0]?.path).toBe(path)
  })

  it('truncates texts that are longer than services read', async () => {
    const { server, reranker } = await createServed(answerLikeCohere)
    await reranker.rerank({ query: 'word '.repeat(9000), texts: ['word '.repeat(9000)] })
    const body = JSON.parse(server.requests[0]?.body ?? '') as { query: string; documents: string[] }
    expect(body.query.length).toBeLessThanOrEqual(3 * 1024)
    expect(body.documents[0]?.length).toBeGreaterThan(3 * 1024)
    expect(body.documents[0]?.length).toBeLessThanOrEqual(3 * 4096)
  })

  it('adapts to a server that names the documents `texts`', async () => {
    const missing =
      'Failed to deserialize the JSON body into the target type: missing field `texts` at line 1'
    const { server, reranker } = await createServed(
      inTurn(
        answerJson({ error: missing, error_type: 'Validation' }, { status: 422 }),
        answerJson([
          { index: 2, score: 0.9 },
          { index: 0, score: 0.1 },
          { index: 1, score: 0.5 },
        ]),
      ),
    )
    expect(await reranker.rerank({ query, texts })).toEqual([0.1, 0.5, 0.9])
    await reranker.rerank({ query, texts })
    expect(server.requests.map(({ body }) => Object.keys(JSON.parse(body) as object).at(-1))).toEqual([
      'documents',
      'texts',
      'texts',
    ])
  })

  it.each([
    ['http://10.0.0.8:8080', /unencrypted/],
    ['https://169.254.169.254/', /a reserved address/],
    ['https://me:word@host.example', /user name or password/],
    ['rerank.example', /not a valid URL/],
  ])('refuses the address %s', (baseUrl, reason) => {
    const create = () => createHttpReranker({ baseUrl, apiKey: canaryKey })
    expect(create).toThrow(reason)
    expect(create).toThrow(expect.objectContaining({ code: 'RERANKER_UNAVAILABLE' }))
  })

  it('rejects a placeholder key without repeating it', () => {
    const create = () =>
      createHttpReranker({ baseUrl: 'https://api.example.com/v1', apiKey: '${JINA_API_KEY}' })
    const message =
      'The API key for the reranker at api.example.com is a variable that was not expanded. Set it to the key of your account.'
    expect(create).toThrow(expect.objectContaining({ code: 'RERANKER_UNAVAILABLE', message }))
  })
})

const expected = { count: 2, source: 'x at host' } as const

describe('readScores', () => {
  it.each([
    [
      'Cohere and Jina',
      {
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.2 },
        ],
      },
    ],
    [
      'Voyage',
      {
        object: 'list',
        data: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.2 },
        ],
      },
    ],
    [
      'Text Embeddings Inference',
      [
        { index: 1, score: 0.9 },
        { index: 0, score: 0.2 },
      ],
    ],
  ])('reads the format of %s', (_, answer) => {
    expect(readScores(answer, expected)).toEqual([0.2, 0.9])
  })

  const logits = {
    results: [
      { index: 0, relevance_score: 2 },
      { index: 1, relevance_score: 0.5 },
    ],
  }

  it('converts logits to probabilities, all or none: 1/(1 + e^−x)', () => {
    const probabilities = [1 / (1 + Math.exp(-2)), 1 / (1 + Math.exp(-0.5))]
    expect(readScores(logits, expected)).toEqual(probabilities)
  })

  const good = { index: 0, relevance_score: 0.9 }
  const entries: readonly (readonly unknown[])[] = [
    [],
    [good],
    [good, { ...good, index: 1 }, { ...good, index: 2 }],
    [good, { ...good, index: 7 }],
    [good, { relevance_score: 1 }],
    [good, good],
    [good, { index: 1, relevance_score: null }],
    [good, { index: 1, score: '0.5' }],
    [good, { index: 1, score: Infinity }],
    [null, null],
  ]
  it.each(entries.map((results) => [results]))('rejects %j', (results) => {
    for (const answer of [results, { results }]) expect(outcomeOf(answer)).toBe('RERANK_RESPONSE_INVALID')
  })

  it('returns one probability per text or a typed error for any answer', () => {
    const score = fc.oneof({ weight: 5, arbitrary: fc.double() }, fc.constantFrom(null, '1', undefined))
    const entry = fc.oneof(
      { weight: 8, arbitrary: fc.record({ index: fc.constantFrom(0, 1), relevance_score: score }) },
      fc.jsonValue({ maxDepth: 1 }),
    )
    const answer = fc.oneof(
      { weight: 5, arbitrary: fc.record({ results: fc.tuple(entry, entry) }) },
      fc.jsonValue({ maxDepth: 2 }),
    )
    let read = 0
    fc.assert(
      fc.property(answer, (value) => {
        const outcome = outcomeOf(value)
        if (Array.isArray(outcome)) read += 1
        const isUsable =
          Array.isArray(outcome) && outcome.length === 2 && outcome.every((each) => each >= 0 && each <= 1)
        expect(isUsable || outcome === 'RERANK_RESPONSE_INVALID').toBe(true)
      }),
      { numRuns: 2000 },
    )
    expect(read).toBeGreaterThan(20)
  })
})

/** The scores, or the code of the error; anything else is thrown. */
function outcomeOf(answer: unknown): number[] | string {
  try {
    return readScores(answer, expected)
  } catch (error) {
    if (!RerankError.isInstance(error)) throw error
    return error.code
  }
}
