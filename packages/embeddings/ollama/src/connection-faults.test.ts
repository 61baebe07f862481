import {
  type Answer,
  answerJson,
  answerText,
  cutChunk,
  cutLength,
  drip,
  endlessBody,
  gzipBomb,
  inTurn,
  redirectTo,
  reset,
  selfSigned,
  silence,
  stall,
  startServer,
} from '@recallite/test-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createModel, failureOf, later, unavailable, unreadable } from './__fixtures__/create-model.js'
import { answerOf, playOllama } from './__fixtures__/played-ollama.js'
import { createOllamaEmbeddings } from './create-ollama-embeddings.js'

const ask = { texts: ['a', 'b'], role: 'document' } as const
const tooLarge = { name: 'EmbeddingError', code: 'EMBEDDING_REQUEST_TOO_LARGE', isRetryable: false }

/** A failure in Ollama's own words. */
const refusal = (status: number, error: string, headers: Record<string, string> = {}): Answer =>
  answerJson({ error }, { status, headers })

const refusals: readonly (readonly [name: string, answer: Answer, expected: object, words: RegExp])[] = [
  [
    'a model that is not pulled',
    refusal(404, 'model "nomic-embed-text" not found, try pulling it first'),
    unavailable,
    /Get it: ollama pull nomic-embed-text$/,
  ],
  [
    'a model that writes text',
    refusal(501, 'this model does not support embeddings'),
    unavailable,
    /no model for embedding.*nomic-embed-text\.$/,
  ],
  [
    'the same with another status',
    refusal(400, 'this model does not support embeddings'),
    unavailable,
    /no model/,
  ],
  ['a name that none can have', refusal(400, 'invalid model name'), unavailable, /does not have the model/],
  [
    'a version without this API',
    answerText('404 page not found', { status: 404 }),
    unavailable,
    /check the base URL/,
  ],
  ['a proxy that wants a key', answerText('', { status: 401 }), unavailable, /key/],
  ['a proxy that refuses everything', answerText('Forbidden', { status: 403 }), unavailable, /status 403/],
  [
    'a text that it does not cut',
    refusal(400, 'the input length exceeds the context length'),
    tooLarge,
    /send less/,
  ],
  [
    'the same with another status',
    refusal(500, 'the input length exceeds the context length'),
    tooLarge,
    /send less/,
  ],
  ['a body that is too large', answerText('', { status: 413 }), tooLarge, /send less/],
  [
    'a vector that JSON cannot carry',
    refusal(500, 'failed to encode response: json: unsupported value: NaN'),
    unreadable,
    /not finite/,
  ],
  [
    'a request it does not understand',
    refusal(400, 'invalid input type'),
    { code: 'EMBEDDING_REQUEST_INVALID' },
    /invalid input/,
  ],
  [
    'too little memory',
    refusal(500, 'model requires more system memory (8 GiB) than is available'),
    later,
    /more system memory/,
  ],
  ['a crash', refusal(500, 'llama runner process has terminated: exit status 2'), later, /try again/],
  [
    'a full queue',
    refusal(503, 'server busy, please try again. maximum pending requests exceeded', { 'retry-after': '2' }),
    { ...later, retryAfter: 2000 },
    /server busy/,
  ],
  [
    'a proxy that is busy',
    answerText('', { status: 429, headers: { 'retry-after': '7' } }),
    { ...later, retryAfter: 7000 },
    /429/,
  ],
  ['a proxy without a server', answerText('<html>Bad Gateway</html>', { status: 502 }), later, /502/],
  ['an error in broken JSON', answerText('{"error":"m', { status: 500 }), later, /500/],
]

describe('a server that refuses', () => {
  afterEach(() => void vi.restoreAllMocks())

  it.each(refusals)('for %s', async (_, answer, expected, words) => {
    const log = vi.spyOn(console, 'log')
    const { model, server } = await createModel(answer)
    const failure = await failureOf(model.embed(ask))
    expect(failure).toMatchObject({
      name: 'EmbeddingError',
      ...expected,
      message: expect.stringMatching(words),
    })
    expect(String(failure)).toContain(new URL(server.url).host)
    expect(String(failure)).not.toContain('\n')
    expect(server.requests).toHaveLength(1)
    expect(log).not.toHaveBeenCalled()
  })
})

describe('a connection that fails', () => {
  const faults: readonly (readonly [name: string, answer: Answer, expected: object])[] = [
    ['is reset', reset(), later],
    ['is cut in the middle of a chunk', cutChunk('{"embeddings":[['), later],
    ['is cut before the promised length', cutLength('{"embeddings":[['), later],
    ['never answers', silence(), later],
    ['stops after the headers', stall(''), later],
    ['stops in the middle', stall('{"embeddings":'), later],
    ['stops in the middle of an error', stall('{"error":', { status: 500 }), later],
  ]

  it.each(faults)('%s', async (_, answer, expected) => {
    const { model, server } = await createModel(answer, { firstByteTimeout: 150, idleTimeout: 150 })
    expect(await failureOf(model.embed(ask))).toMatchObject(expected)
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it.each([
    ['has no end', endlessBody(), unreadable],
    ['unpacks to more than is accepted', gzipBomb(100), unreadable],
    ['does not unpack', answerJson({}, { headers: { 'content-encoding': 'gzip' } }), later],
  ])('%s', async (_, answer, expected) => {
    const { model, server } = await createModel(answer)
    expect(await failureOf(model.embed(ask))).toMatchObject(expected)
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('is tried once, and the next call goes through', async () => {
    const { model, server } = await createModel(inTurn(reset(), playOllama()))
    expect(await failureOf(model.embed(ask))).toMatchObject(later)
    expect(server.requests).toHaveLength(1)
    expect(await model.embed(ask)).toHaveLength(2)
  })

  it('is refused where Ollama does not run, and says how to start it', async () => {
    const server = await startServer(silence())
    await server.stop()
    const model = await createOllamaEmbeddings({ baseUrl: server.url })
    const failure = await failureOf(model.embed(ask))
    const message = `Ollama does not run at ${new URL(server.url).host} (ECONNREFUSED). Start it with: ollama serve`
    expect(failure).toMatchObject({ ...later, message })
    expect(await failureOf(createOllamaEmbeddings({ model: 'x', baseUrl: server.url }))).toMatchObject(later)
  })

  it('leads nowhere when the name does not resolve', async () => {
    const model = await createOllamaEmbeddings({ baseUrl: 'https://no-such-host.invalid' })
    const message = expect.stringContaining('no-such-host.invalid')
    expect(await failureOf(model.embed(ask))).toMatchObject({ ...later, message })
  })

  it('may be slow', async () => {
    const body = JSON.stringify(
      answerOf('x', [
        [1, 0, 0, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 0, 0],
      ]),
    )
    const { model } = await createModel(drip(body, 1), { idleTimeout: 2000 })
    expect(await model.embed(ask)).toHaveLength(2)
  })

  it('is not trusted with a certificate that is signed by itself', async () => {
    const server = await startServer(playOllama(), selfSigned)
    const model = await createOllamaEmbeddings({ baseUrl: server.url })
    const message = expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(await failureOf(model.embed(ask))).toMatchObject({ ...unavailable, message })
    expect(server.requests).toEqual([])
  })
})

describe('a call that is aborted', () => {
  it.each([
    ['before the answer', silence()],
    ['in the middle of the answer', stall()],
    ['in the middle of an error', stall('{', { status: 500 })],
  ])('%s rejects with the reason and lets the connection go', async (_, answer) => {
    const { model, server } = await createModel(answer)
    const controller = new AbortController()
    const call = failureOf(model.embed({ ...ask, signal: controller.signal }))
    await expect.poll(() => server.requests.length).toBe(1)
    const reason = new RangeError('enough')
    controller.abort(reason)
    expect(await call).toBe(reason)
    await expect.poll(() => server.underWay()).toBe(0)
  })
})

describe('a redirect', () => {
  it.each([
    ['to another host', 'https://elsewhere.example/api/embed'],
    ['to the metadata of a machine', 'http://169.254.169.254/latest/meta-data'],
    ['to a file', 'file:///etc/passwd'],
    ['within the server', '/v2/api/embed'],
  ])('%s is not followed', async (_, location) => {
    const { model, server } = await createModel(redirectTo(location))
    expect(await failureOf(model.embed(ask))).toMatchObject(unavailable)
    expect(server.requests).toHaveLength(1)
  })
})
