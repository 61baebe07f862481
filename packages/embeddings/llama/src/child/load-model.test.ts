import { describe, expect, it } from 'vitest'
import { assertEmbeddingModel } from './load-model.js'

const header = (values: Record<string, string | number | boolean>) => new Map(Object.entries(values))

describe('assertEmbeddingModel', () => {
  it.each([
    ['mean pooling', { 'general.architecture': 'bert', 'bert.pooling_type': 1 }],
    ['the first token', { 'general.architecture': 'bert', 'bert.pooling_type': 2 }],
    ['the last token', { 'general.architecture': 'qwen3', 'qwen3.pooling_type': 3 }],
    [
      'an encoder that does not say',
      { 'general.architecture': 'nomic-bert', 'nomic-bert.attention.causal': false },
    ],
  ])('lets %s pass', (_, values) => {
    expect(() => assertEmbeddingModel(header(values))).not.toThrow()
  })

  it.each([
    [
      'a reranker',
      { 'general.architecture': 'bert', 'bert.pooling_type': 4, 'bert.attention.causal': false },
      /reranking/,
    ],
    ['a chat model', { 'general.architecture': 'llama', 'llama.context_length': 8192 }, /writes text/],
    [
      'a chat model that says so',
      { 'general.architecture': 'llama', 'llama.pooling_type': 0 },
      /writes text/,
    ],
    [
      'the pooling of another architecture',
      { 'general.architecture': 'llama', 'bert.pooling_type': 1 },
      /writes text/,
    ],
    ['no architecture', {}, /writes text/],
  ])('refuses %s', (_, values, reason) => {
    expect(() => assertEmbeddingModel(header(values))).toThrow(reason)
  })
})
