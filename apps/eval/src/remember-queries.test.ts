import type { EmbeddingModel, EmbeddingRequest } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { rememberQueries } from './remember-queries.js'

function countingModel(): { model: EmbeddingModel; requests: EmbeddingRequest[] } {
  const requests: EmbeddingRequest[] = []
  const model: EmbeddingModel = {
    identity: { provider: 'test', model: 'length', dimensions: 1, promptStyle: 'none' },
    maxBatchItems: 8,
    maxBatchTokens: 100,
    async embed(request) {
      requests.push(request)
      return request.texts.map(({ length }) => Float32Array.of(length))
    },
    async dispose() {
      throw new TypeError('disposed of a model that is shared')
    },
  }
  return { model, requests }
}

describe('rememberQueries', () => {
  it('embeds each query once and answers in the order asked', async () => {
    const { model, requests } = countingModel()
    const remembering = rememberQueries(model)
    await remembering.embed({ texts: ['bb'], role: 'query' })
    const vectors = await remembering.embed({ texts: ['a', 'bb', 'a'], role: 'query' })
    expect(vectors.map(([value]) => value)).toEqual([1, 2, 1])
    expect(requests.map(({ texts }) => texts)).toEqual([['bb'], ['a']])
    await remembering.embed({ texts: ['a'], role: 'query' })
    expect(requests).toHaveLength(2)
  })

  it('passes documents through', async () => {
    const { model, requests } = countingModel()
    const remembering = rememberQueries(model)
    for (const role of ['query', 'document', 'document'] as const)
      await remembering.embed({ texts: ['a'], role })
    expect(requests.map(({ role }) => role)).toEqual(['query', 'document', 'document'])
  })

  it('has the identity and limits of the model and leaves its disposal to the owner', () => {
    const { model } = countingModel()
    const { identity, maxBatchItems, maxBatchTokens, dispose } = rememberQueries(model)
    expect([identity, maxBatchItems, maxBatchTokens, dispose]).toEqual([model.identity, 8, 100, undefined])
  })
})
