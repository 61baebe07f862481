import { type Answer, answerJson, silence, startServer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { createModel, failureOf, later, unavailable, unreadable } from './__fixtures__/create-model.js'
import { createOllamaEmbeddings } from './create-ollama-embeddings.js'

const ask = { texts: ['a', 'b'], role: 'document' } as const

/** A failure in Ollama's format. */
const refusal = (status: number, error: string): Answer => answerJson({ error }, { status })
const noEmbedding = 'this model does not support embeddings'
const notFinite = 'failed to encode response: json: unsupported value: NaN'

describe("Ollama's own errors", () => {
  it.each([
    [404, 'model "nomic-embed-text" not found', unavailable, /Get it with: ollama pull nomic-embed-text$/],
    [501, noEmbedding, unavailable, /not an embedding model.*nomic-embed-text\.$/],
    [400, noEmbedding, unavailable, /not an embedding model/],
    [500, notFinite, unreadable, /not finite/],
    [500, 'model requires more system memory (8 GiB) than is available', later, /more system memory/],
  ])('with %i, "%s", is explained', async (status, said, expected, words) => {
    const { model, server } = await createModel(refusal(status, said))
    const failure = await failureOf(model.embed(ask))
    expect(failure).toMatchObject({ ...expected, message: expect.stringMatching(words) })
    expect(String(failure)).toContain(new URL(server.url).host)
    expect(server.requests).toHaveLength(1)
  })

  it('say how to start Ollama if it is not running', async () => {
    const server = await startServer(silence())
    await server.stop()
    const model = await createOllamaEmbeddings({ baseUrl: server.url })
    const failure = await failureOf(model.embed(ask))
    const message = `Ollama is not running at ${new URL(server.url).host} (ECONNREFUSED). Start it with: ollama serve`
    expect(failure).toMatchObject({ ...later, message })
    expect(await failureOf(createOllamaEmbeddings({ model: 'x', baseUrl: server.url }))).toMatchObject(later)
  })
})
