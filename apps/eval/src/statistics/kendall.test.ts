import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kendall } from './kendall.js'

describe('kendall', () => {
  it('counts pairs in the same order against pairs in the other', () => {
    // Of six pairs five agree and one does not.
    expect(kendall([1, 2, 3, 4], [1, 2, 4, 3])).toBeCloseTo((5 - 1) / 6, 12)
  })

  it('corrects for ties', () => {
    // Five pairs are ordered in the first, all six in the second; all five agree.
    expect(kendall([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(5 / Math.sqrt(5 * 6), 12)
  })

  it('says nothing where there is no order', () => {
    expect(kendall([1, 1, 1], [1, 2, 3])).toBeNull()
    expect(kendall([1], [1])).toBeNull()
  })

  it('is 1 with itself, −1 upside down, and the same both ways', () => {
    const values = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(values, fc.integer(), (one, seed) => {
        const other = one.map((value) => (value * 7919 + seed) % 101)
        expect(kendall(one, one)).toBeCloseTo(1, 12)
        expect(
          kendall(
            one,
            one.map((value) => -value),
          ),
        ).toBeCloseTo(-1, 12)
        expect(kendall(one, other)).toBe(kendall(other, one))
      }),
    )
  })
})
