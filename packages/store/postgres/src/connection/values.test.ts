import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText } from './values.js'

const text = fc
  .array(fc.constantFrom('\0', '\u0001', '\u0002', 'a', '\u{10FFFF}'), { maxLength: 8 })
  .map((all) => all.join(''))

describe('an encoded text', () => {
  it('has no NUL, and can be decoded', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(encodeText(one)).not.toContain('\0')
        expect(decodeText(encodeText(one))).toBe(one)
      }),
    )
  })

  it('sorts like the text, and starts with the encoding of a prefix', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [kept, keptOther] = [Buffer.from(encodeText(one)), Buffer.from(encodeText(other))]
        expect(Math.sign(kept.compare(keptOther))).toBe(
          Math.sign(Buffer.from(one).compare(Buffer.from(other))),
        )
        expect(encodeText(one + other).startsWith(encodeText(one))).toBe(true)
      }),
    )
  })
})
