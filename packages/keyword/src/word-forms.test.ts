import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWord, normalise, stemWord } from './word-forms.js'

describe('stemWord', () => {
  it.each([
    ['migration', 'migrat'],
    ['migrating', 'migrat'],
    ['migrations', 'migrat'],
    ['relational', 'relat'],
    ['ponies', 'poni'],
    ['caresses', 'caress'],
    ['hopping', 'hop'],
    ['is', 'is'],
    ['i18ns', 'i18ns'],
    ['e4042', 'e4042'],
    ['страницы', 'страницы'],
    ['数', '数'],
    ['', ''],
  ])('of the folded English word %j is %j', (word, stem) => {
    expect(stemWord(word)).toBe(stem)
  })

  it('does not stem strings that are too long to be words', () => {
    const long = `${'a'.repeat(70)}ing`
    expect(stemWord(long)).toBe(long)
  })

  it('begins like the word', () => {
    for (const word of ['agreed', 'yes', 'sky', 'ionization', 'ties', 'ion']) {
      expect(word.startsWith(stemWord(word).slice(0, 2))).toBe(true)
    }
  })
})

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
    ['أحمد إلى آل ٱلقمر مدرسة', 'احمد الي ال القمر مدرسه'],
    ['کتابخانهٔ علی', 'كتابخانه علي'],
    ['.NET', '．net'],
    ['數據庫 資料庫', '数据库 资料库'],
    ['说説說', '说说说'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी', 'हिन्दी'],
    ['น้ำ', 'น้ำ'],
    ['ガス', 'ガス'],
    ['각', '각'],
  ])('folds %j into %j', (word, folded) => {
    expect(foldWord(word)).toBe(folded)
  })

  it('is idempotent and independent of letter case', () => {
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

describe('normalise', () => {
  it.each([
    ['ＡＢＣ１２３', 'ABC123'],
    ['ｶﾞｽ', 'ガス'],
    ['cafe\u0301', 'café'],
    ['①ﬁ', '1fi'],
    ['각'.normalize('NFD'), '각'],
    ['soft\u00adware', 'software'],
    ['zero\u200bwidth\ufeff', 'zero width'],
    ['\u061ca\u034fb\u2066c\u180e', 'abc'],
    ['नौ ९ ٫५ 𞥐', 'नौ 9 .5 0'],
    ['Oʻahu', 'O’ahu'],
    ['بـــت', 'بت'],
    ['ب\ufe7fت\ufcf2', 'بْتَّ'],
    ['葛\u{e0100}城', '葛城'],
    ['น้ำ', 'น้ำ'],
    ['a\ud800b', 'a\ufffdb'],
    ['か\u3099 な\u0308 — e\u0301té', 'が な\u0308 — été'],
    ['plain', 'plain'],
  ])('turns %j into %j', (text, normal) => {
    expect(normalise(text)).toBe(normal)
  })

  it('is well-formed and idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const normal = normalise(text)
        expect(normal.isWellFormed()).toBe(true)
        expect(normalise(normal)).toBe(normal)
      }),
      { numRuns: 500 },
    )
  })
})
