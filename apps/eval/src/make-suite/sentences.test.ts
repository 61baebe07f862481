import { describe, expect, it } from 'vitest'
import { sentencesOf } from './sentences.js'

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
  ])('parts %j', (text, expected) => {
    expect(read([text]).map(({ source }) => source)).toEqual(expected)
  })

  it('goes over line ends, and says where a sentence stands on each line', () => {
    const lines = ['First. Two', 'goes on', 'here. Three.']
    const [, two] = read(lines)
    expect(two?.source).toBe('Two goes on here.')
    const parts = two?.stretches.map(({ line, from, to }) => lines[line]?.slice(from, to))
    expect(parts).toEqual(['Two', 'goes on', 'here. '])
  })
})
