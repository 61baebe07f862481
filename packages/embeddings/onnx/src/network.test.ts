import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choosePooling, pool } from './network.js'

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
  ])('chooses the pooling of %s by name: %s', (name, pooling) => {
    expect(choosePooling(name, undefined)).toBe(pooling)
  })

  it('prefers the file over the name', () => {
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

const states = Float32Array.of(3, 4, 9, 0, 0, 5)

describe('pool', () => {
  it('is the mean of the tokens, in length 1', () => {
    const mean = [(3 + 9 + 0) / 3, (4 + 0 + 5) / 3]
    const length = Math.sqrt(mean.reduce((sum, value) => sum + value * value, 0))
    expect(pool(states, 2, 'mean')).toEqual(Float32Array.from(mean, (value) => value / length))
  })

  it('is only the first token for cls, in length 1', () => {
    expect(pool(states, 2, 'cls')).toEqual(Float32Array.of(3 / 5, 4 / 5))
  })

  it('passes on zeros and NaN', () => {
    expect(pool(new Float32Array(4), 2, 'mean')).toEqual(new Float32Array(2))
    expect(pool(Float32Array.of(NaN, 1), 2, 'cls')).toEqual(Float32Array.of(NaN, NaN))
  })

  it('does not depend on the order or the scale of tokens when it is the mean', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
    })
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 50 }), (tokens, scale) => {
        const one = pool(Float32Array.from(tokens.flat()), 2, 'mean')
        const scaled = tokens.toReversed().flat()
        const other = pool(
          Float32Array.from(scaled, (value) => value * scale),
          2,
          'mean',
        )
        for (const [slot, value] of one.entries()) expect(other[slot]).toBeCloseTo(value, 6)
      }),
    )
  })
})
