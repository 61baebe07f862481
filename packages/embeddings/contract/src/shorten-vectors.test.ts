import { describe, expect, it } from 'vitest'
import { shorteningOf } from './shorten-vectors.js'

const minilm = { names: ['all-MiniLM-L6-v2.gguf', 'All MiniLM'], dimensions: 4 }
const vector = Float32Array.of(0.6, 0, 0.8, 0)
const refusal = (message: string) => expect.objectContaining({ code: 'EMBEDDING_MODEL_UNAVAILABLE', message })

describe('vectors are shortened', () => {
  it('to all their numbers by default, of any model', () => {
    const { dimensions, shorten } = shorteningOf(minilm, {})
    expect(dimensions).toBe(4)
    expect(shorten(vector)).toBe(vector)
  })

  it.each([
    ['embeddinggemma-300m-Q8_0.gguf', 128],
    ['mxbai-embed-large-v1-f16.gguf', 64],
    ['Qwen3-Embedding-0.6B-Q8_0.gguf', 32],
    ['snowflake-arctic-embed-m-v1.5', 256],
    ['snowflake-arctic-embed-l-v2.0', 256],
  ])('for %s to its first numbers, with length 1, and not to fewer than %d', (name, least) => {
    const long = Float32Array.from({ length: 512 }, (_, index) => index + 1)
    const model = { names: [name], dimensions: long.length }
    const short = shorteningOf(model, { dimensions: least }).shorten(long)
    expect(short).toHaveLength(least)
    expect(Math.hypot(...short)).toBeCloseTo(1, 6)
    expect((short[1] ?? 0) / (short[0] ?? 0)).toBeCloseTo(2, 5)
    expect(() => shorteningOf(model, { dimensions: least - 1 })).toThrow(`at least ${least} numbers`)
  })

  it('for nomic-embed-text-v1.5 after their mean was taken off, whichever of its names tells', () => {
    const long = Float32Array.from({ length: 128 }, (_, index) => index)
    const model = { names: ['model.gguf', 'Nomic Embed Text v1.5'], dimensions: long.length }
    const short = shorteningOf(model, { dimensions: 64 }).shorten(long)
    expect((short[1] ?? 0) / (short[0] ?? 0)).toBeCloseTo(-62.5 / -63.5, 5)
  })

  it('for other models only if somebody insists', () => {
    expect(() => shorteningOf(minilm, { dimensions: 3 })).toThrow(
      refusal(
        'all-MiniLM-L6-v2.gguf is not known to be trained for vectors of 3 numbers. Leave dimensions out, or set shortenUntrained if worse results are acceptable.',
      ),
    )
    const { shorten } = shorteningOf(minilm, { dimensions: 2, shortenUntrained: true })
    expect(shorten(vector)).toEqual(Float32Array.of(1, 0))
  })

  it.each([0, 1.5, Number.NaN, 5])('never to %d numbers', (dimensions) => {
    const shorten = () => shorteningOf(minilm, { dimensions, shortenUntrained: true })
    expect(shorten).toThrow(expect.objectContaining({ code: 'EMBEDDING_MODEL_UNAVAILABLE' }))
  })
})
