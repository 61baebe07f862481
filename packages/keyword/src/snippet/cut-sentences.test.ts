import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutSentences } from './choose-sentences.js'

const lengths = { max: 30, target: 20 }

function cut(text: string, ...matches: readonly string[]): string[] {
  const sentences = [{ start: 0, end: text.length, isHeading: false }]
  const ranges = matches.map((match) => {
    const start = text.indexOf(match)
    return { start, end: start + match.length }
  })
  return cutSentences({ text, sentences }, ranges, lengths).map(({ start, end }) => text.slice(start, end))
}

describe('cutSentences', () => {
  it.each([
    ['short enough', [], ['short enough']],
    [
      'it ran for long, and then it failed, all of a sudden',
      [],
      ['it ran for long,', 'and then it failed,', 'all of a sudden'],
    ],
    ['one two three four five six seven eight nine', [], ['one two three four', 'five six seven eight nine']],
    [
      'one two three four five six seven eight nine',
      ['three four five'],
      ['one two', 'three four five six', 'seven eight nine'],
    ],
    ['a'.repeat(45), [], ['a'.repeat(20), 'a'.repeat(25)]],
    [
      `${'a'.repeat(12)}bbbbbbbbbbbb${'c'.repeat(20)}`,
      ['bbbbbbbbbbbb'],
      ['a'.repeat(12), `bbbbbbbbbbbb${'c'.repeat(8)}`, 'c'.repeat(12)],
    ],
    [`${'b'.repeat(25)}${'c'.repeat(20)}`, ['b'.repeat(25)], ['b'.repeat(25), 'c'.repeat(20)]],
    ['数据库迁移，'.repeat(6), [], ['数据库迁移，'.repeat(3), '数据库迁移，'.repeat(3)]],
    ['𠮷'.repeat(16), [], ['𠮷'.repeat(10), '𠮷'.repeat(6)]],
    ['we all saw https://a.example/bc, and more', [], ['we all saw', 'https://a.example/bc, and more']],
    ['go to https://a.example/bc/de/fg/hi/jk/lm now', [], ['go to', 'https://a.example/bc/de/fg/hi/', 'now']],
    [`x${'𠮷'.repeat(16)}`, [], [`x${'𠮷'.repeat(9)}`, '𠮷'.repeat(7)]],
  ])('divides %j around %j', (text, matches, pieces) => {
    expect(cut(text, ...matches)).toEqual(pieces)
  })

  it('marks the pieces that continue a sentence', () => {
    const text = `${'a '.repeat(20)}b`
    const sentences = [
      { start: 0, end: 4, isHeading: true },
      { start: 4, end: text.length, isHeading: false },
    ]
    const pieces = cutSentences({ text, sentences }, [], lengths)
    expect(pieces.map(({ isHeading, isContinuation }) => [isHeading, isContinuation])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ])
  })

  it('loses only spaces, exceeds no length, and divides no surrogate pair and no match unnecessarily', () => {
    const source = fc.string({
      unit: fc.constantFrom(...'ab  ,数，𠮷\u0301🙂'),
      minLength: 1,
      maxLength: 200,
    })
    const place = fc.nat({ max: 200 })
    const match = fc.tuple(place, fc.integer({ min: 1, max: 10 }))
    fc.assert(
      fc.property(source, match, (text, [from, long]) => {
        const sentences = [{ start: 0, end: text.length, isHeading: false }]
        const range = { start: Math.min(from, text.length - 1), end: Math.min(from + long, text.length) }
        const pieces = cutSentences({ text, sentences }, [range], lengths)
        let end = 0
        for (const piece of pieces) {
          expect(text.slice(end, piece.start).trim()).toBe('')
          expect(piece.end - piece.start).toBeLessThanOrEqual(lengths.max)
          expect(text.slice(piece.start, piece.end).isWellFormed()).toBe(true)
          end = piece.end
        }
        expect(end).toBe(text.length)
      }),
    )
  })
})
