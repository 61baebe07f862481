import { describe, expect, it } from 'vitest'
import { renderJson, renderJsonLine } from './printable.js'

/** ASCII in tag characters, which no terminal and no editor shows. */
function tagged(text: string): string {
  return text.replace(/./gu, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
}

describe('renderJson', () => {
  it('means the same, and holds nothing that a terminal would obey', () => {
    const value = { 'a\u009b1m': ['\u001b[2J\u007f\u202e\u2028x', 1, null] }
    const text = renderJson(value)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).not.toMatch(/[\u007f-\u009f\u202e\u2028\u001b]/u)
    expect(text.endsWith('}\n')).toBe(true)
  })

  it('shows what would not be seen, and still means the same', () => {
    const value = [`a${tagged('obey')}b`, 'c\u200bd\ufeff', '👩‍👩‍👧']
    const text = renderJsonLine(value)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).toBe(
      '["a\\udb40\\udc6f\\udb40\\udc62\\udb40\\udc65\\udb40\\udc79b","c\\u200bd\\ufeff","👩‍👩‍👧"]',
    )
  })
})
