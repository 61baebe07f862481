import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchRanges } from './match-ranges.js'
import { parseQuery } from './parse-query.js'
import { snippet } from './snippet.js'

function marked(text: string, question: string): string[] {
  return matchRanges(text, parseQuery(question).terms).map(({ start, end }) => text.slice(start, end))
}

describe('matchRanges', () => {
  it.each([
    ['Migrations ran; we migrate again.', 'migrating', ['Migrations', 'migrate']],
    ['The JWT_EXPIRY variable', 'jwt_expiry', ['JWT', 'EXPIRY']],
    ['与王伟开会', '王伟', ['王伟']],
    ['データベース移行の議事録', '議事録', ['議事録']],
    ['Café', 'cafe', ['Café']],
    ['nothing here', 'auth', []],
  ])('marks in %j what %j asks for', (text, question, expected) => {
    expect(marked(text, question)).toEqual(expected)
  })

  it('gives ranges in order, without overlaps, inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, question) => {
        let end = 0
        for (const range of matchRanges(text, parseQuery(question).terms)) {
          expect(range.start).toBeGreaterThanOrEqual(end)
          expect(range.end).toBeGreaterThan(range.start)
          end = range.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('snippet', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(40)

  it('shows the words that were asked for, wherever they stand', () => {
    const text = `${filler}the canary drains in eleven minutes ${filler}`
    const shown = snippet(text, parseQuery('canary drains').terms)
    expect(shown).toContain('canary drains in eleven minutes')
    expect(shown.startsWith('… ')).toBe(true)
    expect(shown.endsWith(' …')).toBe(true)
  })

  it('shows the beginning where nothing matches, and short texts whole', () => {
    expect(snippet(filler, []).startsWith('lorem ipsum')).toBe(true)
    expect(snippet('two\n  lines', [])).toBe('two lines')
  })

  it('is never much longer than asked, and never cuts a character in half', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '𠮷', '数', '\n'), maxLength: 600 })
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 120 }), (source, length) => {
        const shown = snippet(source, parseQuery('数 a').terms, length)
        expect(shown.length).toBeLessThanOrEqual(length + 60)
        expect(shown.isWellFormed()).toBe(true)
      }),
    )
  })
})
