import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mean, percentile } from './descriptive.js'

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

describe('percentile', () => {
  it.each([
    [0, 15],
    [0.05, 15],
    [0.3, 20],
    [0.4, 20],
    [0.41, 35],
    [0.5, 35],
    [0.95, 50],
    [1, 50],
  ])('of five values at %d is %d, the value of the nearest rank', (share, expected) => {
    expect(percentileOf([40, 15, 50, 35, 20], share)).toBe(expected)
  })

  it('takes the 95th of 100, the 50th and the 1950th of 2,000', () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
    expect(percentileOf(upTo(100), 0.95)).toBe(95)
    expect(percentileOf(upTo(2000), 0.025)).toBe(50)
    expect(percentileOf(upTo(2000), 1 - 0.025)).toBe(1950)
  })

  it('is not led astray by products that rounding raises', () => {
    expect(0.07 * 100).toBeGreaterThan(7)
    const values = Array.from({ length: 100 }, (_, index) => index + 1)
    expect(percentileOf(values, 0.07)).toBe(7)
  })

  it('is the only value of one, the lower of two at one half, and not a number of nothing', () => {
    expect(percentileOf([3], 0.95)).toBe(3)
    expect(percentileOf([2, 1], 0.5)).toBe(1)
    expect(percentileOf([], 0.5)).toBeNaN()
  })

  it('is the smallest value that at least the share does not exceed', () => {
    const values = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 })
    const percent = fc.integer({ min: 1, max: 100 })
    fc.assert(
      fc.property(values, percent, (drawn, hundredths) => {
        const found = percentileOf(drawn, hundredths / 100)
        const countUpTo = (limit: number) => drawn.filter((value) => value <= limit).length
        expect(drawn).toContain(found)
        expect(100 * countUpTo(found)).toBeGreaterThanOrEqual(hundredths * drawn.length)
        expect(100 * countUpTo(found - 1)).toBeLessThan(hundredths * drawn.length)
      }),
    )
  })
})

function percentileOf(values: readonly number[], share: number): number {
  return percentile(Float64Array.from(values).toSorted(), share)
}
