import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHashingModel } from './__fixtures__/hashing-model.js'
import { batched, packBatches } from './batched.js'
import { embeddingModelConformance } from './conformance.js'
import { decorate, type EmbeddingRequest } from './embedding-model.js'
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

const inputs = {
  texts: fc.array(fc.string({ maxLength: 30 }), { maxLength: 60 }),
  maxItems: fc.integer({ min: 1, max: 10 }),
  maxTokens: fc.integer({ min: 1, max: 50 }),
}

function tokensOf(batch: readonly string[]): number {
  return batch.reduce((sum, text) => sum + countTokens(text), 0)
}

describe('packBatches', () => {
  it('fills a batch until the next text would not fit', () => {
    const texts = ['aaaa', 'bbb', 'ccc', 'd', 'e', 'f', 'g']
    expect(packBatches(texts, { maxItems: 3, maxTokens: 7, countTokens })).toEqual([
      ['aaaa', 'bbb'],
      ['ccc', 'd', 'e'],
      ['f', 'g'],
    ])
  })

  it('sends a text over the token limit alone', () => {
    expect(packBatches(['a', 'bbbbbbbb', 'c'], { maxItems: 9, maxTokens: 5, countTokens })).toEqual([
      ['a'],
      ['bbbbbbbb'],
      ['c'],
    ])
  })
})

describe('packBatches on any texts', () => {
  it('keeps every text, once and in order, in batches that are not empty', () => {
    fc.assert(
      fc.property(fc.record(inputs), ({ texts, maxItems, maxTokens }) => {
        const batches = packBatches(texts, { maxItems, maxTokens, countTokens })
        expect(batches.flat()).toEqual(texts)
        expect(batches.every((batch) => batch.length > 0)).toBe(true)
      }),
    )
  })

  it('stays within both limits, single texts excepted', () => {
    fc.assert(
      fc.property(fc.record(inputs), ({ texts, maxItems, maxTokens }) => {
        for (const batch of packBatches(texts, { maxItems, maxTokens, countTokens })) {
          expect(batch.length).toBeLessThanOrEqual(maxItems)
          expect(batch.length === 1 || tokensOf(batch) <= maxTokens).toBe(true)
        }
      }),
    )
  })

  it('begins a batch only where the last one had no room', () => {
    fc.assert(
      fc.property(fc.record(inputs), ({ texts, maxItems, maxTokens }) => {
        const batches = packBatches(texts, { maxItems, maxTokens, countTokens })
        for (const [position, batch] of batches.slice(0, -1).entries()) {
          const next = batches[position + 1]?.[0] ?? ''
          expect(batch.length === maxItems || tokensOf(batch) + countTokens(next) > maxTokens).toBe(true)
        }
      }),
    )
  })

  it('counts each text once', () => {
    const counted: string[] = []
    const texts = ['a', 'b', 'c']
    packBatches(texts, { maxItems: 1, maxTokens: 1, countTokens: (text) => counted.push(text) })
    expect(counted).toEqual(texts)
  })
})
