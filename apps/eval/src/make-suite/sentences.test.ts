import { describe, expect, it } from 'vitest'
import { cutText, overlap, isWhole, questionText, sentencesOf } from './sentences.js'

function read(lines: readonly string[]) {
  return sentencesOf(
    lines,
    lines.map((text, line) => ({ line, from: 0, to: text.length })),
  )
}

describe('sentencesOf', () => {
  it.each([
    ['One is. Two was! Three?', ['One is.', 'Two was!', 'Three?']],
    ['会議は九時です。場所は「二階」です！次は？', ['会議は九時です。', '場所は「二階」です！', '次は？']],
    [
      'Dr. Ada met J. Lee, e.g. Monday. Version 1.2 is out.',
      ['Dr. Ada met J. Lee, e.g. Monday.', 'Version 1.2 is out.'],
    ],
    ['He said "Stop." Then he left', ['He said "Stop."', 'Then he left']],
    ['', []],
  ])('splits %j', (text, expected) => {
    expect(read([text]).map(({ source }) => source)).toEqual(expected)
  })

  it('spans line ends, with the part of a sentence on each line', () => {
    const lines = ['First. Two', 'goes on', 'here. Three.']
    const [, two] = read(lines)
    expect(two?.source).toBe('Two goes on here.')
    const parts = two?.stretches.map(({ line, from, to }) => lines[line]?.slice(from, to))
    expect(parts).toEqual(['Two', 'goes on', 'here. '])
  })
})

describe('questionText', () => {
  it.each([
    [
      '**Bold**, *slanted*, _slanted_, `code`, ~~gone~~, ==marked==',
      'Bold, slanted, slanted, code, gone, marked',
    ],
    ['see [the plan](plans/a.md) and [[people/ada|Ada]] or [[Lena]]', 'see the plan and Ada or Lena'],
    ['![picture](a.png) of <b>it</b>[^1]', 'of it'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['a "quoted"  word\tand \\*stars\\*', 'a quoted word and *stars*'],
  ])('of %j is %j', (source, expected) => {
    expect(questionText(source)).toBe(expected)
  })
})

describe('isWhole', () => {
  it.each(['a (b) [c](d) `e` **f** "g"', '「一」', 'plain'])('is true for %j', (source) => {
    expect(isWhole(source)).toBe(true)
  })

  it.each(['**a', 'a`', 'see [a', 'b](c)', '(a', 'he said "a', '「一', 'a'.repeat(1001)])(
    'is false for %j',
    (source) => {
      expect(isWhole(source)).toBe(false)
    },
  )
})

describe('cutText', () => {
  it('removes parts of lines, and keeps every other character', () => {
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
    'drops %j once it is empty',
    (line) => {
      const from = line.indexOf('words')
      expect(cutText(`a\n${line}\nb`, [{ line: 1, from, to: from + 5 }])).toBe('a\nb')
    },
  )

  it('keeps lines that had only marks before', () => {
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
