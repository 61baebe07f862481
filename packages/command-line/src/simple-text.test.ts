import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { isSimpleText } from './wrap-text.js'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

describe('a simple text', () => {
  const simple = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit)).filter(isSimpleText)

  it('has units of one column, none of which belongs to its neighbour', () => {
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
