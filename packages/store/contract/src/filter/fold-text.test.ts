import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldLine } from './fold-text.js'

describe('a folded line', () => {
  it.each([
    ['Über Ärger', 'uber arger'],
    ['CAFE\u0301', 'cafe'],
    ['Straße', 'strasse'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['Йод', 'иод'],
    ['ＡＢＣ　ﬁn', 'abc fin'],
    ['がぎ', 'がぎ'],
    ['हिन्दी', 'हिन्दी'],
    ['ภาษา', 'ภาษา'],
    ['한국어', '한국어'],
    [' two\t\n words\0 ', 'two words'],
    ['# 100 %_"', '# 100 %_"'],
    ['\uD800', '\uFFFD'],
  ])('of %j is %j', (text, folded) => expect(foldLine(text)).toBe(folded))

  it('is the same whatever the text is composed of, and changes no more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldLine(text)
        expect(foldLine(text.normalize('NFD'))).toBe(folded)
        expect(foldLine(folded)).toBe(folded)
      }),
      { numRuns: 1000 },
    )
  })
})
