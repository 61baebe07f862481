import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, replaceInvisible, showCharacter, terminalSafe } from './invisible.js'

const show = (text: string) => replaceInvisible(text, showCharacter)
const strip = (text: string) => replaceInvisible(text, () => '')

/** Every character that hides something, including the published ways to smuggle text. */
const hidden = fc.oneof(
  fc.integer({ min: 0xe0000, max: 0xe0fff }),
  fc.integer({ min: 0xfe00, max: 0xfe0f }),
  fc.constantFrom(0xad, 0x34f, 0x115f, 0x1160, 0x61c, 0x17b4, 0x17b5, 0x180b, 0x180e),
  fc.constantFrom(0x200b, 0x200c, 0x200d, 0x2060, 0x2064, 0x206a),
  fc.constantFrom(0x3164, 0xfeff, 0xffa0, 0xfff9, 0xfffb, 0x1bca0, 0x1d173),
)

describe('characters that are not displayed', () => {
  it('are exactly those of Unicode', () => {
    const hides = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u
    const all = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point))
    const ofUnicode = all.filter((character) => hides.test(character))
    expect(ofUnicode.length).toBeGreaterThan(4_000)
    expect(all.filter((character) => strip(character) === '')).toEqual(ofUnicode)
  })

  it.each([
    ['tags', 'Ship it.\u{e0049}\u{e0067}\u{e006e}', 'Ship it.\\u{e0049}\\u{e0067}\\u{e006e}'],
    ['zero-width spaces', 'pass\u200bword\ufeff', 'pass\\u{200b}word\\u{feff}'],
    ['soft hyphens', 'se\u00adcret', 'se\\u{ad}cret'],
    ['fillers', 'a\u3164b\u115f', 'a\\u{3164}b\\u{115f}'],
    ['selectors after letters', 'a\ufe01b\u{e0155}', 'a\\u{fe01}b\\u{e0155}'],
    ['joiners between letters', 'a\u200db\u200cc', 'a\\u{200d}b\\u{200c}c'],
    [
      'joiners between separators that are not displayed',
      '\u180e\u200c\u180e',
      '\\u{180e}\\u{200c}\\u{180e}',
    ],
    ['more than one in a row', '👩\u200d\u200d👧 ❤\ufe0f\ufe0f', '👩\\u{200d}\\u{200d}👧 ❤\ufe0f\\u{fe0f}'],
  ])('are shown: %s', (_, text, printed) => {
    expect(show(text)).toBe(printed)
  })

  it.each([
    ['joined emoji', '👩‍👩‍👧 👨🏽‍🚀 ❤️‍🔥 🏳️‍🌈'],
    ['emoji styles, and keycaps', '☎️ ✔︎ 1️⃣'],
    ['Persian', 'می‌خواهم'],
    ['Hindi and Sinhala', 'क्‍ष ශ්‍රී'],
    ['variants of ideographs', '葛\u{e0100}城'],
    ['letters of any script', 'naïve Ünïcödé 数据库 한국어 עברית ไทย'],
  ])('are kept if the display depends on them: %s', (_, text) => {
    expect(show(text)).toBe(text)
  })

  it('leave no hidden text between visible letters', () => {
    const piece = fc.oneof(
      hidden.map((code) => String.fromCodePoint(code)),
      fc.constantFrom('a', 'B', '1', ' ', 'ж', 'é'),
    )
    const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const visible = text.replace(/[^aB1 жé]/gu, '')
        expect(strip(text)).toBe(visible)
        expect(show(text)).not.toMatch(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u)
      }),
      { numRuns: 5_000 },
    )
  })

  it('are the only ones replaced, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const without = text.replace(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu, '')
        expect(strip(without)).toBe(without)
        expect(replaceInvisible(text, (character) => character)).toBe(text)
      }),
    )
  })
})

describe('printable', () => {
  it('shows control characters', () => {
    expect(printable('a\u001b[2J\u202eb\n')).toBe('a\\u{1b}[2J\\u{202e}b\\u{a}')
  })

  it('shows invisible characters', () => {
    expect(printable('Ship it.\u{e0049}')).toBe('Ship it.\\u{e0049}')
    expect(terminalSafe('Ship it.\u{e0049}')).toBe('Ship it.\\u{e0049}')
  })

  it('keeps lines and tabs with `keepLines`, and no other controls', () => {
    expect(printable('a\n\tb\r', { keepLines: true })).toBe('a\n\tb\\u{d}')
  })

  it('does not show carriage returns of line ends', () => {
    expect(printable('a\r\nb', { keepLines: true })).toBe('a\nb')
    expect(printable('a\r\nb')).toBe('a\\u{d}\\u{a}b')
  })
})

describe('terminalSafe', () => {
  it('keeps colours, lines and tabs, and no other controls', () => {
    const coloured = '\u001b[1m\u001b[33mword\u001b[39m\u001b[22m\tnext\n'
    expect(terminalSafe(coloured)).toBe(coloured)
    expect(terminalSafe('\u001b[2J\u001b]0;t\u0007\u009b1m\r\u202e')).toBe(
      '\\u{1b}[2J\\u{1b}]0;t\\u{7}\\u{9b}1m\\u{d}\\u{202e}',
    )
  })
})
