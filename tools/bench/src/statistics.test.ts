import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, summarise } from './statistics.js'

const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 })

describe('median', () => {
  it('is the middle of an odd number of values, whatever their order', () => {
    expect(median([9, 1, 5])).toBe(5)
  })

  it('is the mean of the two in the middle of an even number', () => {
    expect(median([10, 2, 100, 4])).toBe((4 + 10) / 2)
  })

  it('does not exist without values', () => {
    expect(median([])).toBeNaN()
  })

  it('has as many values below as above', () => {
    fc.assert(
      fc.property(times, (values) => {
        const middle = median(values)
        const below = values.filter((value) => value < middle).length
        const above = values.filter((value) => value > middle).length
        expect(below).toBeLessThanOrEqual(values.length / 2)
        expect(above).toBeLessThanOrEqual(values.length / 2)
      }),
    )
  })

  it('leaves its values as they are', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })
})

describe('summarise', () => {
  const rows = [
    { subject: 130, baseline: 40 },
    { subject: 900, baseline: 60 },
    { subject: 120, baseline: 50 },
  ]

  it('compares medians, so that one slow run decides nothing', () => {
    expect(summarise(rows, { factor: 1.5, extra: 100 })).toEqual({
      subject: 130,
      baseline: 50,
      ratio: 130 / 50,
      limit: 1.5 * 50 + 100,
      slack: 1.5 * 50 + 100 - 130,
      isWithin: true,
    })
  })

  it('has a bound that can be met exactly and broken', () => {
    expect(summarise(rows, { factor: 0, extra: 130 })).toMatchObject({ slack: 0, isWithin: true })
    expect(summarise(rows, { factor: 2, extra: 0 })).toMatchObject({ slack: 2 * 50 - 130, isWithin: false })
  })

  it('does not say that nothing measured is within its bound', () => {
    expect(summarise([], { factor: 2, extra: 0 }).isWithin).toBe(false)
  })
})
