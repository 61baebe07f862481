import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confidenceOf, percentOf } from './confidence.js'

describe('confidenceOf', () => {
  it.each([
    [0.82, 'likely 82 %'],
    [0.5, 'likely 50 %'],
    [0.499, 'likely 50 %'],
    [0.494, 'possible 49 %'],
    [0.25, 'possible 25 %'],
    [0.24, 'doubtful 24 %'],
    [0.1, 'doubtful 10 %'],
  ])('says of %d: %s', (confidence, said) => {
    expect(confidenceOf({ confidence, weak: false })).toBe(said)
  })

  it('calls weak what is below the threshold, whatever that is', () => {
    expect(confidenceOf({ confidence: 0.06, weak: true })).toBe('weak 6 %')
    expect(confidenceOf({ confidence: 0.55, weak: true })).toBe('weak 55 %')
  })
})

describe('percentOf', () => {
  it('promises neither certainty nor impossibility by rounding', () => {
    expect([0, 0.001, 0.999, 1].map(percentOf)).toEqual(['0 %', '<1 %', '>99 %', '100 %'])
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, max: 1 - Number.EPSILON }), (share) => {
        expect(percentOf(share)).not.toMatch(/^(?:0|100) /)
      }),
    )
  })
})
