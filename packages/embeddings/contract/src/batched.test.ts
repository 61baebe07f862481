import { describe, expect, it } from 'vitest'
import { createHashingModel } from './__fixtures__/hashing-model.js'
import { batched } from './batched.js'
import { embeddingModelConformance } from './conformance.js'
import { decorate } from './decorate.js'
import type { EmbeddingRequest } from './embedding-model.js'
import { EmbeddingError } from './errors.js'

const countTokens = (text: string) => text.length
const letters = [...'abcdefghij']

/** A model whose requests wait until the test answers or refuses them. */
function createHeldModel() {
  const held: { request: EmbeddingRequest; answer: () => void; refuse: (error: unknown) => void }[] = []
  const model = createHashingModel({ maxBatchItems: 2 })
  const embed = (request: EmbeddingRequest) =>
    new Promise<Float32Array[]>((resolve, reject) => {
      request.signal?.addEventListener('abort', () => reject(request.signal?.reason), { once: true })
      const answer = () => resolve(request.texts.map((text) => new Float32Array(8).fill(text.charCodeAt(0))))
      held.push({ request, answer, refuse: reject })
    })
  return { held, model: decorate(model, embed) }
}

const createBatched = async () =>
  batched(createHashingModel({ maxBatchItems: 1, maxBatchTokens: 100 }), { countTokens })

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('batched requests', () => {
  it('keeps within the limits of the model', async () => {
    const model = createHashingModel({ maxBatchItems: 4, maxBatchTokens: 5 })
    await batched(model, { countTokens }).embed({
      texts: ['aaa', 'bb', 'cc', 'd', 'e', 'f', 'g'],
      role: 'query',
    })
    expect(model.requests.map(({ texts }) => texts)).toEqual([['aaa', 'bb'], ['cc', 'd', 'e', 'f'], ['g']])
    expect(model.requests.map(({ role }) => role)).toEqual(['query', 'query', 'query'])
  })

  it('gives every text the vector it gets alone, however the texts are cut', async () => {
    const whole = createHashingModel({ maxBatchItems: 100 })
    const cut = batched(createHashingModel({ maxBatchItems: 3 }), { countTokens, concurrency: 2 })
    const request = { texts: letters, role: 'document' } as const
    expect(await cut.embed(request)).toEqual(await whole.embed(request))
  })

  it('puts answers that come in any order back in the order of the texts', async () => {
    const { held, model } = createHeldModel()
    const answer = batched(model, { countTokens, concurrency: 5 }).embed({ texts: letters, role: 'document' })
    for (const { answer: give } of held.toReversed()) give()
    expect((await answer).map(([first = 0]) => String.fromCharCode(first))).toEqual(letters)
  })

  it('has no more requests under way than it may', async () => {
    const { held, model } = createHeldModel()
    const answer = batched(model, { countTokens, concurrency: 3 }).embed({ texts: letters, role: 'document' })
    expect(held.length).toBe(3)
    held[1]?.answer()
    await turn()
    expect(held.length).toBe(4)
    for (const { answer: give } of held) give()
    await turn()
    held.at(-1)?.answer()
    expect(await answer).toHaveLength(letters.length)
  })

  it.each([0, -1])('go one at a time for a concurrency of %i', async (concurrency) => {
    const model = batched(createHashingModel({ maxBatchItems: 3 }), { countTokens, concurrency })
    expect(await model.embed({ texts: letters, role: 'document' })).toHaveLength(letters.length)
  })
})

describe('a batched request that fails', () => {
  it('aborts the others, sends no more, and is the failure of the whole', async () => {
    const { held, model } = createHeldModel()
    const answer = batched(model, { countTokens, concurrency: 3 }).embed({ texts: letters, role: 'document' })
    const failure = new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'No answer; try again.')
    held[1]?.refuse(failure)
    await expect(answer).rejects.toBe(failure)
    expect(held).toHaveLength(3)
    expect(held.map(({ request }) => request.signal?.aborted)).toEqual([true, true, true])
  })
})

describe('batched keeps the contract', () => {
  it.each(embeddingModelConformance(createBatched))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
