import { describe, expect, it } from 'vitest'
import { assertDistinctVector, assertSameModel, isSameVector } from './canary.js'

const code = (name: string) => expect.objectContaining({ code: name })
const kept = Float32Array.of(0.6, 0.8, 0)

describe('the canary', () => {
  it('lets a hosted model vary a little, and the length of its vectors', () => {
    const now = Float32Array.of(0.61, 0.79, 0.01)
    expect(() => assertSameModel('x', kept, now)).not.toThrow()
    expect(() =>
      assertSameModel(
        'x',
        kept,
        kept.map((value) => value * 7),
      ),
    ).not.toThrow()
  })

  it('detects another model, for any vectors', () => {
    for (const now of [Float32Array.of(0.8, 0.6, 0), Float32Array.of(0.6, 0.8), Float32Array.of(NaN, 0.8, 0)])
      expect(() => assertSameModel('openai/x', kept, now)).toThrow(code('EMBEDDING_MODEL_UNAVAILABLE'))
  })

  it('detects a provider with the same vector for all texts', () => {
    expect(isSameVector(kept, Float32Array.from(kept))).toBe(true)
    expect(isSameVector(kept, Float32Array.of(0.6001, 0.8, 0))).toBe(false)
    expect(() => assertDistinctVector('x', kept, kept)).toThrow(code('EMBEDDING_RESPONSE_INVALID'))
    expect(() => assertDistinctVector('x', kept, null)).not.toThrow()
  })
})
