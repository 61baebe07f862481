import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentile, percentileOfSorted } from './percentile.js'

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
    expect(percentile([40, 15, 50, 35, 20], share)).toBe(expected)
  })

  it('takes the 95th of 100, the 50th and the 1950th of 2,000', () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
    expect(percentile(upTo(100), 0.95)).toBe(95)
    expect(percentile(upTo(2000), 0.025)).toBe(50)
    expect(percentile(upTo(2000), 1 - 0.025)).toBe(1950)
  })

  it('is not led astray by products that rounding raises', () => {
    expect(0.07 * 100).toBeGreaterThan(7)
    const values = Array.from({ length: 100 }, (_, index) => index + 1)
    expect(percentile(values, 0.07)).toBe(7)
  })

  it('is the only value of one, the lower of two at one half, and not a number of nothing', () => {
    expect(percentile([3], 0.95)).toBe(3)
    expect(percentile([2, 1], 0.5)).toBe(1)
    expect(percentile([], 0.5)).toBeNaN()
  })

  it('sorts by size and changes nothing', () => {
    const values = [10, 9, 100]
    expect(percentile(values, 0.5)).toBe(10)
    expect(values).toEqual([10, 9, 100])
  })

  it('is the smallest value that at least the share does not exceed', () => {
    const values = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 })
    const percent = fc.integer({ min: 1, max: 100 })
    fc.assert(
      fc.property(values, percent, (drawn, hundredths) => {
        const found = percentile(drawn, hundredths / 100)
        const countUpTo = (limit: number) => drawn.filter((value) => value <= limit).length
        expect(drawn).toContain(found)
        expect(100 * countUpTo(found)).toBeGreaterThanOrEqual(hundredths * drawn.length)
        expect(100 * countUpTo(found - 1)).toBeLessThan(hundredths * drawn.length)
      }),
    )
  })
})

describe('percentileOfSorted', () => {
  it('is the percentile', () => {
    expect(percentileOfSorted(Float64Array.of(1, 2, 3, 4), 0.5)).toBe(percentile([4, 3, 2, 1], 0.5))
  })
})
