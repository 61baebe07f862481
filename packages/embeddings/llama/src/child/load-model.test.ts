import { describe, expect, it } from 'vitest'
import { assertEmbeddingModel } from './load-model.js'

describe('assertEmbeddingModel', () => {
  it.each([
    ['mean pooling', { pooling_type: 1 }],
    ['the first token', { pooling_type: 2 }],
    ['the last token', { pooling_type: 3 }],
    ['an encoder without a pooling type', { attention: { causal: false } }],
  ])('accepts %s', (_, facts) => {
    expect(() => assertEmbeddingModel(facts)).not.toThrow()
  })

  it.each([
    ['a reranker', { pooling_type: 4, attention: { causal: false } }, /reranking/],
    ['a chat model', {}, /generates text/],
    ['a chat model without pooling', { pooling_type: 0 }, /generates text/],
  ])('rejects %s', (_, facts, reason) => {
    expect(() => assertEmbeddingModel(facts)).toThrow(reason)
  })
})
