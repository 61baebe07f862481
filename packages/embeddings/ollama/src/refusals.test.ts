import { type Answer, answerJson, answerText, selfSigned, silence, startServer } from '@recallite/test-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createModel, failureOf, later, unavailable, unreadable } from './__fixtures__/create-model.js'
import { playOllama } from './__fixtures__/played-ollama.js'
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

describe('a server that cannot be reached', () => {
  it('is refused where Ollama does not run, and says how to start it', async () => {
    const server = await startServer(silence())
    await server.stop()
    const model = await createOllamaEmbeddings({ baseUrl: server.url })
    const failure = await failureOf(model.embed(ask))
    const message = `Ollama does not run at ${new URL(server.url).host} (ECONNREFUSED). Start it with: ollama serve`
    expect(failure).toMatchObject({ ...later, message })
    expect(await failureOf(createOllamaEmbeddings({ model: 'x', baseUrl: server.url }))).toMatchObject(later)
  })

  it('is not trusted with a certificate that is signed by itself', async () => {
    const server = await startServer(playOllama(), selfSigned)
    const model = await createOllamaEmbeddings({ baseUrl: server.url })
    const message = expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(await failureOf(model.embed(ask))).toMatchObject({ ...unavailable, message })
    expect(server.requests).toEqual([])
  })
})
