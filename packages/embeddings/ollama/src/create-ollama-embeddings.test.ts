import { embeddingModelConformance, hostedModelConformance } from '@recallite/embeddings/conformance'
import { startServer } from '@recallite/test-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createModel, failureOf, unavailable } from './__fixtures__/create-model.js'
import { answerOf, type EmbedBody, playOllama, vectorOf } from './__fixtures__/played-ollama.js'
import { createOllamaEmbeddings, resolveSpace } from './create-ollama-embeddings.js'

describe('createOllamaEmbeddings without a model', () => {
  it('C5: is nomic-embed-text, with vectors of 768 numbers', async () => {
    const { model } = await createModel(playOllama(), { dimensions: undefined })
    expect(model.identity).toMatchObject({ model: 'nomic-embed-text', dimensions: 768 })
    const [vector] = await model.embed({ texts: ['x'], role: 'query' })
    expect(vector).toHaveLength(768)
  })
})

describe('a request', () => {
  it('has exactly the documented fields', async () => {
    const { model, server } = await createModel(playOllama(), { dimensions: undefined })
    await model.embed({ texts: ['Why is the sky blue?', 'and the grass'], role: 'document' })
    await model.embed({ texts: ['Why?'], role: 'query' })
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/embed',
      'POST /api/embed',
    ])
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
    expect(server.requests.map(({ body }) => JSON.parse(body))).toMatchInlineSnapshot(`
      [
        {
          "input": [
            "search_document: Why is the sky blue?",
            "search_document: and the grass",
          ],
          "model": "nomic-embed-text",
          "truncate": true,
        },
        {
          "input": [
            "search_query: Why?",
          ],
          "model": "nomic-embed-text",
          "truncate": true,
        },
      ]
    `)
  })

  it('contains the length if one is set', async () => {
    const { model, server } = await createModel(playOllama(), { dimensions: 256 })
    const [vector] = await model.embed({ texts: ['x'], role: 'query' })
    expect(vector).toHaveLength(256)
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ dimensions: 256 })
  })

  it('is sent to the base URL, without an extra slash', async () => {
    const server = await startServer(playOllama())
    const model = await createOllamaEmbeddings({ baseUrl: `${server.url}/ollama//` })
    await model.embed({ texts: ['x'], role: 'query' })
    expect(server.requests.map(({ path }) => path)).toEqual(['/ollama/api/embed'])
  })

  it('contains no text above the limit of the model', async () => {
    const { model, server } = await createModel(playOllama(), { model: 'all-minilm', contextSize: 4 })
    await model.embed({ texts: ['a b c d e f g h i j k', 'short', '1234567', '日本語だ'], role: 'document' })
    const { input } = JSON.parse(server.requests[0]?.body ?? '') as EmbedBody
    expect(input).toEqual(['a b c d e f ', 'short', '1234', '日本'])
  })
})

describe('the environment', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('does not provide a key for ollama.com, which the SDK would send', async () => {
    vi.stubEnv('OLLAMA_API_KEY', 'sk-CANARY')
    vi.stubEnv('OLLAMA_HOST', 'http://elsewhere.example')
    const sent: (string | null)[] = []
    const fetch = async (input: unknown, init?: RequestInit) => {
      sent.push(String(input), new Headers(init?.headers).get('authorization'))
      return Response.json(answerOf('x', [vectorOf('x', 8)]))
    }
    const model = await createOllamaEmbeddings({ dimensions: 8, baseUrl: 'https://ollama.com', fetch })
    await model.embed({ texts: ['x'], role: 'query' })
    expect(sent).toEqual(['https://ollama.com:443/api/embed', null])
  })
})

describe('createOllamaEmbeddings', () => {
  it.each([
    [undefined, { model: 'nomic-embed-text', dimensions: 768, promptStyle: 'nomic' }],
    ['nomic-embed-text:latest', { model: 'nomic-embed-text', dimensions: 768, promptStyle: 'nomic' }],
    ['nomic-embed-text:v1.5', { model: 'nomic-embed-text:v1.5', dimensions: 768, promptStyle: 'nomic' }],
  ])('knows the length of %s without a request', async (model, identity) => {
    const answering = await startServer(playOllama())
    const created = await createOllamaEmbeddings({ model, baseUrl: answering.url })
    expect(created.identity).toEqual({ provider: 'ollama', ...identity })
    expect(answering.requests).toEqual([])
  })

  it.each([
    ['all-minilm:latest', 384, 'plain'],
    ['bge-m3:567m', 1024, 'plain'],
    ['someone/mxbai-embed-large', 1024, 'bge-en'],
  ])('requests the length of %s once', async (model, length, promptStyle) => {
    const { model: created, server } = await createModel(playOllama(length), { model, dimensions: undefined })
    const named = model.replace(':latest', '')
    expect(created.identity).toEqual({ provider: 'ollama', model: named, dimensions: length, promptStyle })
    expect(server.requests).toHaveLength(1)
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ model })
  })

  it.each([
    [{ model: ' ' }, /Set a valid name/],
    [{ dimensions: 0 }, /whole number/],
    [{ dimensions: 1024 }, /at most 768/],
    [{ baseUrl: 'http://192.168.1.5:11434' }, /unencrypted/],
    [{ baseUrl: 'http://169.254.169.254', allowHttp: true }, /169\.254\.169\.254/],
  ])('rejects %o', async (settings, reason) => {
    const failure = await failureOf(createOllamaEmbeddings(settings))
    expect(failure).toMatchObject({ ...unavailable, message: expect.stringMatching(reason) })
  })

  it('ends with the reason of its signal', async () => {
    const reason = new RangeError('enough')
    const before = createOllamaEmbeddings({ signal: AbortSignal.abort(reason) })
    await expect(before).rejects.toBe(reason)
    const controller = new AbortController()
    const server = await startServer(() => controller.abort(reason))
    const learning = createOllamaEmbeddings({ model: 'x', baseUrl: server.url, signal: controller.signal })
    await expect(learning).rejects.toBe(reason)
    await expect.poll(() => server.underWay()).toBe(0)
  })
})

describe('a model of an Ollama server fulfils the contract', () => {
  const cases = [
    ...embeddingModelConformance(
      async () => (await createModel(playOllama(), { dimensions: undefined })).model,
    ),
    ...hostedModelConformance({
      create: createOllamaEmbeddings,
      answer: (vectors) => answerOf('nomic-embed-text', vectors),
    }),
  ]

  it.each(cases)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('resolveSpace', () => {
  it.each([
    ['nomic-embed-text', 2048],
    ['embeddinggemma:300m', 2048],
    ['no-name', 2048],
    ['all-minilm:33m', 256],
    ['mxbai-embed-large:latest', 512],
    ['someone/bge-large', 512],
    ['snowflake-arctic-embed:22m', 512],
    ['snowflake-arctic-embed2', 8192],
    ['nomic-embed-text-v2-moe', 512],
    ['bge-m3', 8192],
    ['registry.example:5000/team/qwen3-embedding:0.6b', 8192],
  ])('sends %s no more than %i tokens per text', (model, contextSize) => {
    expect(resolveSpace({ model }).contextSize).toBe(contextSize)
    expect(resolveSpace({ model, contextSize: 77 }).contextSize).toBe(77)
  })

  it('does not assume the length of models with a similar name', () => {
    expect(resolveSpace({ model: 'nomic-embed-text:v1.5' }).dimensions).toBe(768)
    expect(resolveSpace({ model: 'nomic-embed-text-v2-moe' }).dimensions).toBeUndefined()
    expect(resolveSpace({ model: 'someone/nomic-embed-text' }).dimensions).toBeUndefined()
  })
})
