import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nthHighest } from './nth-highest.js'

describe('the number at a place', () => {
  it('is that of the sorted list, and the list stays as it is', () => {
    const number = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true, min: 0.1 }))
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 60 }), fc.nat(70), (numbers, place) => {
        const list = Float64Array.from(numbers)
        const sorted = numbers.toSorted((a, b) => b - a)
        expect(nthHighest(list, place)).toBe(sorted[Math.min(place, numbers.length - 1)] ?? 0)
        expect([...list]).toEqual(numbers)
      }),
      { numRuns: 2000 },
    )
  })

  it('is found in long lists, sorted, reversed or all alike', () => {
    const rising = Float64Array.from({ length: 50_000 }, (_, index) => index)
    expect(nthHighest(rising, 120)).toBe(49_879)
    expect(nthHighest(rising.toReversed(), 120)).toBe(49_879)
    expect(nthHighest(new Float64Array(50_000).fill(7), 120)).toBe(7)
  })
})
