import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pool } from './pool.js'

const states = Float32Array.of(3, 4, 9, 0, 0, 5)

describe('pool', () => {
  it('is the mean of the tokens, in length 1', () => {
    const mean = [(3 + 9 + 0) / 3, (4 + 0 + 5) / 3]
    const length = Math.sqrt(mean.reduce((sum, value) => sum + value * value, 0))
    expect(pool(states, 2, 'mean')).toEqual(Float32Array.from(mean, (value) => value / length))
  })

  it('is the first token alone for cls, in length 1', () => {
    expect(pool(states, 2, 'cls')).toEqual(Float32Array.of(3 / 5, 4 / 5))
  })

  it('leaves zeros and what is no number for others to see', () => {
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
