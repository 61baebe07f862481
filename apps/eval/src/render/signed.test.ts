import { describe, expect, it } from 'vitest'
import { probability, signed, signedWithInterval } from './signed.js'

describe('signed', () => {
  it.each([
    [0.0041, '+0.004'],
    [-0.0625, '−0.063'],
    [0, '0.000'],
    [-0.0004, '0.000'],
    [1, '+1.000'],
  ])('says %d as %s', (value, text) => {
    expect(signed(value)).toBe(text)
  })

  it('says an interval with both its signs', () => {
    expect(signedWithInterval(0.004, [-0.006, 0.013])).toBe('+0.004 (−0.006 to +0.013)')
  })
})

describe('probability', () => {
  it('is never said to be 0', () => {
    expect([1, 0.0123, 0.0004].map(probability)).toEqual(['p = 1.000', 'p = 0.012', 'p < 0.001'])
  })
})
