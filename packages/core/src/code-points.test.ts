import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareCodePoints } from './code-points.js'

it('the order of code points is that of their bytes in UTF-8', () => {
  const unit = fc.constantFrom('a', 'b', '\uD7FF', '\uE000', '\uFFFF', '\u{10000}', '\u{10FFFF}')
  const text = fc.oneof(fc.string({ unit, maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 4 }))
  fc.assert(
    fc.property(text, text, (a, b) => {
      const expected = Buffer.compare(Buffer.from(a), Buffer.from(b))
      expect(Math.sign(compareCodePoints(a, b))).toBe(expected)
    }),
  )
})
