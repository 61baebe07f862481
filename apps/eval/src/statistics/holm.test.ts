import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holm } from './holm.js'

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 })

describe('holm', () => {
  it('multiplies the smallest by all, the next by all but one, and keeps the order given', () => {
    const expected = [4 * 0.01, 3 * 0.015, 2 * 0.03, 1 * 0.2]
    expect(holm([0.01, 0.015, 0.03, 0.2])).toEqual(expected)
    expect(holm([0.2, 0.015, 0.01, 0.03])).toEqual([expected[3], expected[1], expected[0], expected[2]])
  })

  it('never gives a greater p-value less than a smaller one', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005, 0.5, 0.04]).map((p) => p.toFixed(12))).toEqual(
      // What statsmodels' multipletests gives.
      [0.05, 0.12, 0.12, 0.03, 0.5, 0.12].map((p) => p.toFixed(12)),
    )
  })

  it('stops at 1, leaves a single one as it is, and nothing as nothing', () => {
    expect(holm([0.6, 0.9])).toEqual([1, 1])
    expect(holm([0.03])).toEqual([0.03])
    expect(holm([])).toEqual([])
  })

  it('never lowers a p-value, and raises none above the plain multiple by Bonferroni', () => {
    fc.assert(
      fc.property(pValues, (drawn) => {
        for (const [index, adjusted] of holm(drawn).entries()) {
          const p = drawn[index] ?? NaN
          expect(adjusted).toBeGreaterThanOrEqual(p)
          expect(adjusted).toBeLessThanOrEqual(Math.min(1, p * drawn.length))
        }
      }),
    )
  })

  it('rejects what stepping down through the ordered p-values rejects', () => {
    fc.assert(
      fc.property(pValues, (drawn) => {
        const ascending = drawn.toSorted((a, b) => a - b)
        const kept = ascending.findIndex((p, index) => p * (drawn.length - index) > 0.05)
        const rejected = kept === -1 ? drawn.length : kept
        expect(holm(drawn).filter((p) => p <= 0.05)).toHaveLength(rejected)
      }),
    )
  })
})
