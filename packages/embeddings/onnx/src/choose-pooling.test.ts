import { describe, expect, it } from 'vitest'
import { choosePooling } from './choose-pooling.js'

describe('choosePooling', () => {
  it.each([
    ['bge-small-en-v1.5', 'cls'],
    ['BAAI_bge-m3', 'cls'],
    ['snowflake-arctic-embed-l-v2.0', 'cls'],
    ['mxbai-embed-large-v1', 'cls'],
    ['mxbai-embed-2d-large-v1', 'cls'],
    ['mxbai-embed-xsmall-v1', 'mean'],
    ['gte-base-en-v1.5', 'cls'],
    ['gte-small', 'mean'],
    ['all-MiniLM-L6-v2-onnx', 'mean'],
    ['multilingual-e5-small', 'mean'],
    ['nomic-embed-text-v1.5', 'mean'],
    ['no-name', 'mean'],
  ])('judges %s by its name: %s', (name, pooling) => {
    expect(choosePooling(name, undefined)).toBe(pooling)
  })

  it('believes the file before the name', () => {
    const file = {
      word_embedding_dimension: 384,
      pooling_mode_cls_token: false,
      pooling_mode_mean_tokens: true,
    }
    expect(choosePooling('bge-small', file)).toBe('mean')
    expect(choosePooling('MiniLM', { pooling_mode_cls_token: true, include_prompt: true })).toBe('cls')
  })

  it.each([
    [{ pooling_mode_max_tokens: true }],
    [{ pooling_mode_lasttoken: true }],
    [{ pooling_mode_cls_token: true, pooling_mode_mean_tokens: true }],
    [{}],
  ])('does not guess for %o', (file) => {
    expect(choosePooling('bge-small', file)).toBeUndefined()
  })
})
