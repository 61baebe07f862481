import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexWords, wordsOf } from './words.js'

const texts = (text: string) => wordsOf(text).map((word) => word.text)

describe('wordsOf', () => {
  it.each([
    ['the JWT_EXPIRY of src/lib/i18n.ts', ['the', 'JWT', 'EXPIRY', 'of', 'src', 'lib', 'i18n', 'ts']],
    ['GitHub备份脚本', ['GitHub', '备份', '脚本']],
    ['2022年北京', ['2022', '年', '北京']],
    ['会議の議事録', ['会議', 'の', '議事', '録']],
    ['ＡＢＣ １２３ ｶﾞｽ', ['ABC', '123', 'ガス']],
    ['cafe\u0301', ['café']],
    ['한국어 문서', ['한국어', '문서']],
    ['🙂 — !', []],
    ['', []],
  ])('finds the words of %j', (text, words) => {
    expect(texts(text)).toEqual(words)
  })

  it('keeps Thai vowel signs with their consonants', () => {
    expect(
      wordsOf('มีน้ำ')
        .flatMap((word) => word.units)
        .join(''),
    ).toBe('มีน้ำ')
  })

  it('cuts words of unspaced scripts into their characters', () => {
    expect(wordsOf('数据库')[0]?.units).toEqual([...'数据'])
  })
})

describe('indexWords', () => {
  it('leaves spaced scripts as they are', () => {
    expect(indexWords('Réunion: src/lib/i18n.ts')).toBe('Réunion: src/lib/i18n.ts')
  })

  it('sets unspaced scripts character by character, mixed runs too', () => {
    expect(indexWords('GitHub备份').trim().split(/\s+/)).toEqual(['GitHub', '备', '份'])
  })

  it('holds the units of every word that a question can be cut into, side by side', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aé1_-. 数据库王会議のがデー한글ทนี่ำ٣𠮷', '\ud800') })
    fc.assert(
      fc.property(text, (source) => {
        const held = ` ${wordRuns(indexWords(source)).join(' ')} `
        for (const { units } of wordsOf(source)) {
          expect(held).toContain(` ${units.flatMap(wordRuns).join(' ')} `)
        }
      }),
    )
  })
})

/** What a tokenizer that splits at whatever is neither letter, mark nor digit sees. */
function wordRuns(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []
}
