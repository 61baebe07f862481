import { embeddingModelConformance, hostedModelConformance } from '@recallite/embeddings/conformance'
import { answerJson, startServer } from '@recallite/test-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createModel, failureOf } from './__fixtures__/create-model.js'
import { embeddingList, errorBody } from './__fixtures__/documented-answers.js'
import { canaryKey, playOpenAI, vectorOf, type WireRequest } from './__fixtures__/played-openai.js'
import { createOpenAIEmbeddings } from './create-openai-embeddings.js'

describe('a request', () => {
  it('has exactly the documented fields', async () => {
    const { model, server } = await createModel(playOpenAI(), { dimensions: undefined })
    await model.embed({ texts: ['The food was delicious', 'and the waiter'], role: 'document' })
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: '' }] =
      server.requests
    expect([method, path, headers.authorization]).toEqual(['POST', '/v1/embeddings', `Bearer ${canaryKey}`])
    expect(JSON.parse(body)).toMatchInlineSnapshot(`
      {
        "encoding_format": "float",
        "input": [
          "The food was delicious",
          "and the waiter",
        ],
        "model": "text-embedding-3-small",
      }
    `)
  })

  it('contains the length if one is set', async () => {
    const { model, server } = await createModel(playOpenAI(), { dimensions: 256 })
    const [vector] = await model.embed({ texts: ['x'], role: 'query' })
    expect(vector).toHaveLength(256)
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ dimensions: 256 })
  })

  it('has the prefixes of models that were trained with some', async () => {
    const { model, server } = await createModel(playOpenAI(), { model: 'nomic-embed-text-v1.5' })
    await model.embed({ texts: ['x'], role: 'query' })
    await model.embed({ texts: ['x'], role: 'document' })
    const inputs = server.requests.map(({ body }) => (JSON.parse(body) as WireRequest).input)
    expect(inputs).toEqual([['search_query: x'], ['search_document: x']])
    expect(model.identity.promptStyle).toBe('nomic')
  })

  it('is sent to the base URL, with its query and without an extra slash', async () => {
    const server = await startServer(playOpenAI())
    const baseUrl = `${server.url}/openai/v1/?api-version=preview`
    const model = await createOpenAIEmbeddings({ apiKey: canaryKey, dimensions: 8, baseUrl })
    await model.embed({ texts: ['x'], role: 'query' })
    expect(server.requests.map(({ path }) => path)).toEqual(['/openai/v1/embeddings?api-version=preview'])
  })

  it('is a single request for any number of texts', async () => {
    const { model, server } = await createModel(playOpenAI())
    const texts = Array.from({ length: 2048 }, (_, position) => `text ${position}`)
    const vectors = await model.embed({ texts, role: 'document' })
    expect(vectors).toEqual(texts.map((text) => Float32Array.from(vectorOf(text, 8))))
    expect(server.requests).toHaveLength(1)
  })
})

describe('the environment', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('is ignored, although the SDK would read it', async () => {
    const elsewhere = await startServer(playOpenAI())
    vi.stubEnv('OPENAI_BASE_URL', elsewhere.url)
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-somebody-else')
    vi.stubEnv('OPENAI_ADMIN_KEY', 'sk-of-an-admin')
    vi.stubEnv('OPENAI_ORG_ID', 'org-other')
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-other')
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'Authorization: Bearer sk-of-a-header')
    vi.stubEnv('OPENAI_LOG', 'debug')
    const log = vi.spyOn(console, 'debug')
    const { model, server } = await createModel(playOpenAI())
    await model.embed({ texts: ['x'], role: 'query' })
    expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${canaryKey}` })
    expect(Object.keys(server.requests[0]?.headers ?? {}).filter((name) => /openai/.test(name))).toEqual([])
    expect(elsewhere.requests).toEqual([])
    expect(log).not.toHaveBeenCalled()
  })
})

describe('a model with vectors of unknown length', () => {
  it('is requested once', async () => {
    const answer = answerJson(embeddingList([{ index: 0, embedding: [1, 2, 3] }]))
    const { model, server } = await createModel(answer, { model: 'some/model', dimensions: undefined })
    expect(model.identity).toEqual({
      provider: 'openai',
      model: 'some/model',
      dimensions: 3,
      promptStyle: 'plain',
    })
    expect(server.requests).toHaveLength(1)
  })
})

describe('the OpenAI provider fulfils the contract', () => {
  const cases = [
    ...embeddingModelConformance(async () => (await createModel(playOpenAI())).model),
    ...hostedModelConformance({
      create: createOpenAIEmbeddings,
      answer: (vectors) =>
        embeddingList(vectors.map((embedding, index) => ({ index, embedding })).toReversed()),
    }),
  ]

  it.each(cases)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it('quotes the refusal of the server, not cut within the key', async () => {
    const message = `${'x'.repeat(280)} ${canaryKey} ${canaryKey}`
    const { model } = await createModel(answerJson(errorBody({ message }), { status: 500 }))
    const failure = await failureOf(model.embed({ texts: ['a'], role: 'query' }))
    expect(String(failure)).toContain('xxx [secret]')
    expect(String(failure)).not.toContain('CANARY')
  })
})
