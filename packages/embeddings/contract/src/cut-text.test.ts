import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText } from './cut-text.js'

/** The estimate of the doc comment, in sixths of a token. */
function costOf(text: string): number {
  const units = Array.from({ length: text.length }, (_, position) => text.charAt(position))
  return units.reduce((sum, unit) => sum + (/[A-Za-z ]/.test(unit) ? 2 : unit < '\u0800' ? 6 : 9), 0)
}

describe('cutText', () => {
  it.each([
    ['letters', 'abc def', 2, 'abc de'],
    ['signs and digits', '1.2.3', 2, '1.'],
    ['accents', 'äöü', 2, 'äö'],
    ['Han', '日本語', 3, '日本'],
    ['pairs', '😀😀', 3, '😀'],
    ['half of a pair', '😀', 2, ''],
    ['a lone surrogate', 'a\uD83D b', 99, 'a\uFFFD b'],
    ['nothing', '', 0, ''],
  ])('cuts %s', (_, text, maxTokens, cut) => {
    expect(cutText(text, maxTokens)).toBe(cut)
  })

  it('gives the longest beginning that fits, which JSON can carry', () => {
    const pieces = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), { maxLength: 30 })
    fc.assert(
      fc.property(pieces, fc.nat(20), (given, maxTokens) => {
        const text = given.join('')
        const cut = cutText(text, maxTokens)
        expect(cut.isWellFormed()).toBe(true)
        expect(text.toWellFormed().startsWith(cut)).toBe(true)
        expect(costOf(cut)).toBeLessThanOrEqual(6 * maxTokens)
        const [next = ''] = text.slice(cut.length)
        expect(next === '' || costOf(cut + next) > 6 * maxTokens).toBe(true)
      }),
    )
  })
})
