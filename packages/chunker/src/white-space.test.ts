import { describe, expect, it } from 'vitest'
import { isBlank, isSpace, skipSpace, trimEnd } from './white-space.js'

describe('white space', () => {
  it('is what the language takes for it', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => unit)
    expect(units.filter(isSpace)).toEqual(units.filter((unit) => /\s/.test(String.fromCharCode(unit))))
  })

  it('is found at both ends of a stretch', () => {
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
