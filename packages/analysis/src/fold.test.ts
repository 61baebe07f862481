import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWord } from './fold.js'
import { normalise } from './normalise.js'

describe('foldWord', () => {
  it.each([
    ['GitHub', 'github'],
    ['Café', 'cafe'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Łódź', 'lodz'],
    ['Đorđe', 'dorde'],
    ['İstanbul', 'istanbul'],
    ['ısı', 'isi'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
    ['ёлка', 'елка'],
    ['كِتَاب', 'كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी', 'हिन्दी'],
    ['น้ำ', 'น้ำ'],
    ['ガス', 'ガス'],
    ['각', '각'],
  ])('folds %j into %j', (word, folded) => {
    expect(foldWord(word)).toBe(folded)
  })

  it('changes nothing any more the second time, nor for other letter case', () => {
    const unit = fc.constantFrom(...'aéßÆøŁđÞıİħΣςёЙهहिน้ำガ각𠮷𝕏', 'ǅ', 'ﬀ')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (source) => {
        const word = normalise(source)
        const folded = foldWord(word)
        expect(foldWord(folded)).toBe(folded)
        expect(foldWord(word.toLowerCase())).toBe(folded)
      }),
    )
  })
})
