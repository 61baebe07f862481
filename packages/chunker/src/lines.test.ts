import { describe, expect, it } from 'vitest'
import { isBlank, isSpace, skipSpace, sliceSpan, splitLines, trimEnd } from './lines.js'

describe('splitLines', () => {
  it.each([
    ['', []],
    ['a\n\n', ['a', '']],
    ['\n', ['']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\rb\n', ['a\rb']],
    ['a\r\r\nb', ['a\r', 'b']],
    ['\uFEFFa\n\uFEFFb', ['a', '\uFEFFb']],
    ['\uFEFF', []],
    ['a\u2028b\u0085c\vd\fe', ['a\u2028b\u0085c\vd\fe']],
  ])('divides %j', (text, lines) => {
    expect(splitLines(text)).toEqual(lines)
  })
})

const lines = ['first line', 'second', '', 'last line']

describe('sliceSpan', () => {
  it.each([
    [{ startLine: 1, endLine: 4, startColumn: null, endColumn: null }, lines.join('\n')],
    [{ startLine: 2, endLine: 2, startColumn: null, endColumn: null }, 'second'],
    [{ startLine: 1, endLine: 2, startColumn: 7, endColumn: 3 }, 'line\nsec'],
    [{ startLine: 1, endLine: 1, startColumn: 7, endColumn: 8 }, 'li'],
    [{ startLine: 1, endLine: 1, startColumn: 1, endColumn: 1 }, 'f'],
    [{ startLine: 4, endLine: 9, startColumn: 6, endColumn: 99 }, 'line'],
    [{ startLine: 9, endLine: 9, startColumn: 1, endColumn: 1 }, ''],
  ])('slices %j', (span, text) => {
    expect(sliceSpan(lines, span)).toBe(text)
  })
})

describe('white space', () => {
  it('is what JavaScript defines it to be', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => unit)
    expect(units.filter(isSpace)).toEqual(units.filter((unit) => /\s/.test(String.fromCharCode(unit))))
  })

  it('is found at both ends of a range', () => {
    const text = '\u3000 a b\t\n'
    expect(skipSpace(text, 0, text.length)).toBe(text.indexOf('a'))
    expect(trimEnd(text, 0, text.length)).toBe(text.indexOf('b') + 1)
    expect(skipSpace(text, 0, 1)).toBe(1)
    expect(trimEnd(text, text.length - 1, text.length)).toBe(text.length - 1)
  })

  it('makes a text blank', () => {
    expect(['', ' ', '\u00a0\ufeff', 'a', '\u200b'].map(isBlank)).toEqual([true, true, true, false, false])
  })
})
