import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, summarise } from './statistics.js'

const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 })

describe('median', () => {
  it('is the middle value, or the mean of the two in the middle, and leaves its values as they are', () => {
    const values = [9, 1, 5]
    expect([median(values), median([10, 2, 100, 4]), median([])]).toEqual([5, (4 + 10) / 2, Number.NaN])
    expect(values).toEqual([9, 1, 5])
  })

  it('has as many values below as above', () => {
    fc.assert(
      fc.property(times, (values) => {
        const middle = median(values)
        const below = values.filter((value) => value < middle).length
        const above = values.filter((value) => value > middle).length
        expect(Math.max(below, above)).toBeLessThanOrEqual(values.length / 2)
      }),
    )
  })
})

describe('summarise', () => {
  const rows = [130, 900, 120].map((subject, run) => ({ subject, baseline: [40, 60, 50][run] ?? 0 }))
  const sides = ['subject', 'baseline']

  it('has a bound that can be met exactly and broken', () => {
    expect(summarise({ rows, bound: { factor: 0, extra: 130 } }, sides)).toMatchObject({
      limit: 130,
      isWithin: true,
    })
    expect(summarise({ rows, bound: { factor: 2, extra: 0 } }, sides)).toMatchObject({
      ratio: 2.6,
      isWithin: false,
    })
  })

  it('does not say that nothing measured is within its bound', () => {
    expect(summarise({ rows: [], bound: { factor: 2, extra: 0 } }, sides).isWithin).toBe(false)
  })
})
