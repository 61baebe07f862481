import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherLanguages } from '../languages/language.js'
import { loadLanguages } from '../languages/load-languages.js'
import { parseQuery } from '../parse-query.js'
import { matchRanges } from './match-ranges.js'

await loadLanguages(otherLanguages)

function marked(text: string, question: string): string[] {
  return matchRanges(text, parseQuery(question).terms).map(({ start, end }) => text.slice(start, end))
}

describe('matchRanges', () => {
  it.each([
    ['Migrations ran; we migrate again.', 'migrating', ['Migrations', 'migrate']],
    ['The JWT_EXPIRY variable', 'jwt_expiry', ['JWT_EXPIRY']],
    ['in src/lib/i18n.ts here', 'src/lib/i18n.ts', ['src/lib/i18n.ts']],
    ['Foo::bar, foo bar', 'foo bar', ['Foo::bar', 'foo', 'bar']],
    ['与王伟开会', '王伟', ['王伟']],
    ['GitHub备份脚本', '备份', ['备份']],
    ['データベース移行の議事録', '議事録', ['議事録']],
    ['문서를 백업했다', '백업', ['백업']],
    ['Café', 'cafe', ['Café']],
    ['auth, authentication', 'auth*', ['auth', 'authentication']],
    ['a token refresh, a token', '"token refresh"', ['token refresh']],
    ['nothing here', 'auth', []],
    ['jwt draft', 'jwt -draft', ['jwt']],
  ])('marks in %j what %j asks for', (text, question, expected) => {
    expect(marked(text, question)).toEqual(expected)
  })

  it('gives ranges in order, apart from each other, inside the text, that part no surrogate pair', () => {
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
