import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts } from './matches.js'

describe('compareTexts', () => {
  it('orders as the bytes of UTF-8', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '\uD7FF', '\uE000', '\uFFFF', '\u{10000}', '\u{10FFFF}'),
    })
    const property = fc.property(text, text, (a, b) => {
      expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    })
    fc.assert(property, { numRuns: 1000 })
  })

  it.each([
    ['\uD83D', '\uD83E'],
    ['\uD83D', '\uE000'],
    ['\uD83D', '\u{1F600}'],
    ['\uD83D\uFFFF', '\u{1F600}'],
    ['a', 'a\0'],
  ])('puts %j before %j', (a, b) => {
    expect(compareTexts(a, b)).toBeLessThan(0)
    expect(compareTexts(b, a)).toBeGreaterThan(0)
  })
})
