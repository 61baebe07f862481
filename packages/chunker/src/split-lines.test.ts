import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitLines } from './split-lines.js'

describe('splitLines', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['\n', ['']],
    ['a\nb', ['a', 'b']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\rb\n', ['a\rb']],
    ['a\r\r\nb', ['a\r', 'b']],
    ['a\r', ['a\r']],
    ['\uFEFFa\n\uFEFFb', ['a', '\uFEFFb']],
    ['\uFEFF', []],
    ['a\u2028b\u0085c\vd\fe', ['a\u2028b\u0085c\vd\fe']],
  ])('divides %j', (text, lines) => {
    expect(splitLines(text)).toEqual(lines)
  })

  it('gives back the lines that were joined, whatever their ends', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\n\uFEFF]|\r$/g, ''))
    const lines = fc.array(line, { minLength: 1 })
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n'), (parts, end) => {
        expect(splitLines(parts.map((part) => part + end).join(''))).toEqual(parts)
      }),
    )
  })
})
