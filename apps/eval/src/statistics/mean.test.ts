import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mean } from './mean.js'

const anyScores = fc.array(fc.constantFrom(0, 1, 1 / 2, 1 / 3, 1 / 7, 0.1, 0.2), {
  minLength: 1,
  maxLength: 60,
})

describe('mean', () => {
  it('is the sum over the number', () => {
    expect(mean(Float64Array.of(1, 0, 0.5, 0))).toBe(1.5 / 4)
    expect(mean(Float64Array.of(-1, 0.5))).toBe(-0.25)
  })

  it('is null of nothing', () => {
    expect(mean(new Float64Array())).toBeNull()
  })

  it('loses nothing to rounding', () => {
    const scores = Array.from({ length: 20 }, (_, index) => (index < 10 ? 0.1 : 0.3))
    expect(scores.reduce((sum: number, score) => sum + score, 0) / 20).toBe(0.19999999999999993)
    expect(mean(Float64Array.from(scores))).toBe(0.2)
    expect(mean(Float64Array.of(1, 1e100, 1, -1e100))).toBe(0.5)
  })

  it('is the same in every order, and never outside the values', () => {
    fc.assert(
      fc.property(anyScores, (values) => {
        const average = mean(Float64Array.from(values))
        expect(mean(Float64Array.from(values.toReversed()))).toBe(average)
        expect(mean(Float64Array.from(values).toSorted())).toBe(average)
        expect(average).toBeGreaterThanOrEqual(Math.min(...values))
        expect(average).toBeLessThanOrEqual(Math.max(...values))
      }),
    )
  })

  it('of equal values is their value', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 300 }),
        (value, count) => {
          expect(mean(new Float64Array(count).fill(value))).toBe(value)
        },
      ),
    )
  })
})
