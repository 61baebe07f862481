import { describe, expect, it } from 'vitest'
import { cutText, overlap } from './stretch.js'

describe('cutText', () => {
  it('takes parts out of lines, and leaves every other character as it is', () => {
    const text = '\uFEFFone two three\r\n\r\nfour five\n'
    const stretches = [
      { line: 0, from: 9, to: 14 },
      { line: 0, from: 1, to: 5 },
      { line: 2, from: 5, to: 9 },
    ]
    expect(cutText(text, stretches)).toBe('\uFEFFtwo \r\n\r\nfour \n')
    expect(cutText(text, [])).toBe(text)
  })

  it.each(['words', '- words', '  3. words', '* [x] words', ' words \r'])(
    'drops %j when it is empty',
    (line) => {
      const from = line.indexOf('words')
      expect(cutText(`a\n${line}\nb`, [{ line: 1, from, to: from + 5 }])).toBe('a\nb')
    },
  )

  it('keeps lines of nothing but marks that were so before', () => {
    expect(cutText('a\n\n-\n\nb', [{ line: 0, from: 0, to: 1 }])).toBe('\n-\n\nb')
  })
})

describe('overlap', () => {
  const stretch = { line: 1, from: 2, to: 5 }

  it.each([
    [{ line: 1, from: 4, to: 9 }, true],
    [{ line: 1, from: 3, to: 4 }, true],
    [{ line: 1, from: 5, to: 9 }, false],
    [{ line: 2, from: 2, to: 5 }, false],
  ])('with %j is %s', (other, expected) => {
    expect([overlap(stretch, other), overlap(other, stretch)]).toEqual([expected, expected])
  })
})
