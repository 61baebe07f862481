import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageOf } from '../languages/language-of.js'
import { loadLanguages, otherLanguages } from '../languages/language.js'
import { parseQuery } from '../parse-query.js'
import { wordsOf } from '../words.js'
import { findMatches, matchRanges } from './find-matches.js'

await loadLanguages(otherLanguages)

function marked(text: string, question: string): string[] {
  return matchRanges(text, parseQuery(question).terms).map(({ start, end }) => text.slice(start, end))
}

describe('matchRanges', () => {
  it.each([
    ['Foo::bar, foo bar', 'foo bar', ['Foo::bar', 'foo', 'bar']],
    ['データベース移行の議事録', '議事録', ['議事録']],
    ['문서를 백업했다', '백업', ['백업']],
    ['auth, authentication', 'auth*', ['auth', 'authentication']],
    ['jwt draft', 'jwt -draft', ['jwt']],
  ])('marks in %j the words of %j', (text, question, expected) => {
    expect(marked(text, question)).toEqual(expected)
  })

  it('returns ordered, separate ranges inside the text that split no surrogate pair', () => {
    const unit = fc.oneof(
      fc.constantFrom(...'aé1_-. 数据库の𠮷🙂\u0301'),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    )
    const text = fc.string({ unit, maxLength: 60 })
    fc.assert(
      fc.property(text, text, (source, question) => {
        let end = -1
        for (const range of matchRanges(source, parseQuery(question).terms)) {
          expect(range.start).toBeGreaterThan(end)
          expect(range.end).toBeGreaterThan(range.start)
          expect(source.slice(range.start, range.end).isWellFormed()).toBe(true)
          end = range.end
        }
        expect(end).toBeLessThanOrEqual(source.length)
      }),
    )
  })
})

await loadLanguages(otherLanguages)

const term = (text: string) => ({ words: wordsOf(text).flatMap(({ units }) => units) })

function found(text: string, terms: Parameters<typeof findMatches>[1]): string[] {
  return findMatches(text, terms, languageOf(text)).map(
    (match) => `${match.term}:${text.slice(match.start, match.end)}`,
  )
}

describe('findMatches', () => {
  it.each([
    ['stems', 'Migrations ran; we migrate', ['migrating'], ['0:Migrations', '0:migrate']],
    ['accents and case', 'CAFE cafe\u0301 café', ['Café'], ['0:CAFE', '0:cafe\u0301', '0:café']],
    ['full-width forms', 'ＡＢＣ', ['abc'], ['0:ＡＢＣ']],
    ['phrases', 'token refresh, refresh token', ['token refresh'], ['0:token refresh']],
    ['phrases across marks', 'see src/lib/i18n.ts', ['src lib i18n ts'], ['0:src/lib/i18n.ts']],
    ['Chinese words within others', '与王伟开会', ['王伟'], ['0:王伟']],
    ['one character', '他会骑马', ['马'], ['0:马']],
    ['parts of names', 'jwtExpiry HTTPServer', ['expiry', 'http'], ['0:Expiry', '1:HTTP']],
    ['joined numbers', 'costs 1,000,000 now', ['1000000'], ['0:1,000,000']],
    ['no beginning of a word', 'author authority', ['auth'], []],
    ['overlapping terms', 'data base', ['data', 'data base', 'base'], ['1:data base', '0:data', '2:base']],
    ['overlapping phrases', 'a a a', ['a a'], ['0:a a', '0:a a']],
  ])('finds %s', (_, text, words, expected) => {
    expect(found(text, words.map(term))).toEqual(expected)
  })

  it('finds words that begin with a prefix, also in names', () => {
    const { terms } = parseQuery('auth*')
    expect(found('Authentication myAuthToken oauth auth', terms)).toEqual([
      '0:Authentication',
      '0:Auth',
      '0:auth',
    ])
  })

  it('finds forms of a word in the language of the text', () => {
    const german =
      'Wir haben die alten Häuser verkauft, weil sie für uns nicht mehr zu halten waren und wir umziehen.'
    expect(found(german, [term('Haus'), term('verkaufen')])).toEqual(['0:Häuser'])
    expect(found('Die Häuser', [term('Haus')])).toEqual([])
  })

  it('counts terms with the same stems as one', () => {
    expect(found('they migrate', [term('migrating'), term('migrated')])).toEqual(['0:migrate'])
  })

  it('finds nothing without terms', () => {
    expect(findMatches('text', [], 'en')).toEqual([])
    expect(findMatches('text', [{ words: [] }], 'en')).toEqual([])
  })
})
