import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { columnsOf, isSimpleText, wrapText } from './wrap-text.js'

function linesOf(text: string, columns: number, options = {}): string[] {
  return wrapText(text, columns, options).map(({ start, end }) => text.slice(start, end))
}

describe('wrapText', () => {
  it('breaks lines at white space, which belongs to no line', () => {
    expect(linesOf('the access token  expires soon', 12)).toEqual(['the access', 'token', 'expires soon'])
    expect(linesOf('  indented ', 20)).toEqual(['indented'])
    expect(linesOf(' ', 20)).toEqual([])
  })

  it('counts wide characters twice, marks and joined emoji once', () => {
    expect(columnsOf('更新')).toBe(4)
    expect(columnsOf('e\u0301')).toBe(1)
    expect(columnsOf('👩‍💻')).toBe(2)
    expect(linesOf('👩‍💻👩‍💻👩‍💻', 4)).toEqual(['👩‍💻👩‍💻', '👩‍💻'])
  })

  it('breaks lines between wide characters, but not before closing or after opening punctuation', () => {
    expect(linesOf('更新トークンを使う', 8)).toEqual(['更新トー', 'クンを使', 'う'])
    expect(linesOf('使うたび、交換', 8)).toEqual(['使うた', 'び、交換'])
    expect(linesOf('語「鍵」です', 4)).toEqual(['語', '「鍵', '」で', 'す'])
    expect(linesOf('token更新', 7)).toEqual(['token更', '新'])
  })

  it('cuts a word that is too long, unless `keepsWords` is set', () => {
    const address = 'https://example.com/a/long/path'
    expect(linesOf(`see ${address} now`, 12)).toEqual(['see', 'https://exam', 'ple.com/a/lo', 'ng/path now'])
    expect(linesOf(`see ${address} now`, 12, { keepsWords: true })).toEqual(['see', address, 'now'])
  })

  const anyText = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '  ', '語', '。', '「', '👩‍💻', 'e\u0301', '-', '(', '\u00a0'),
  })

  it('loses only white space, keeps the order, and stays within the columns', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const lines = linesOf(text, columns)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

describe('a simple text', () => {
  const simple = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit)).filter(isSimpleText)

  it('has units of one column, which never combine', () => {
    expect(simple.length).toBeGreaterThan(800)
    expect(simple.filter((unit) => stringWidth(unit) !== 1)).toEqual([])
    expect(simple.filter((unit) => [...graphemes.segment(`a${unit}${unit}a`)].length !== 4)).toEqual([])
    expect(
      simple.slice(1).every((unit, index) => [...graphemes.segment(simple[index] + unit)].length === 2),
    ).toBe(true)
  })

  it('has no wide characters, marks, emoji or control characters', () => {
    for (const text of ['更新', 'e\u0301', '👩‍💻', 'a\tb', 'a\nb', '\u001b[1m', '\u00ad', '\u200b']) {
      expect(isSimpleText(text), text).toBe(false)
    }
  })
})
