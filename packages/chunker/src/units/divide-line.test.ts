import { describe, expect, it, vi } from 'vitest'
import { limitsOf, resolveOptions } from '../options.js'
import { breakStrength } from '../structure/parse-blocks.js'
import { graphemeBoundary } from './graphemes.js'
import { cutsFrom, divideLine } from './units-of.js'

function divide(line: string, target: number, room = target): { text: string; strength: number }[] {
  const limits = limitsOf(resolveOptions({ target }))
  const pieces = divideLine(line, { limits, room, strength: breakStrength.block })
  return Array.from(pieces, ({ start, end, strength }) => ({ text: line.slice(start, end), strength }))
}

describe('divideLine', () => {
  it('divides a long sentence by commas and words', () => {
    // With this target a piece has up to four tokens.
    const { clause, word, block } = breakStrength
    expect(divide('one two three four five, six seven eight nine ten eleven', 20)).toEqual([
      { text: 'one two', strength: block },
      { text: 'three four five,', strength: word },
      { text: 'six seven', strength: clause },
      { text: 'eight nine ten', strength: word },
      { text: 'eleven', strength: word },
    ])
  })

  it('divides a line that does not fit after its heading', () => {
    expect(divide('one two three four', 400, 2).length).toBeGreaterThan(1)
  })

  it('drops wide margins and keeps narrow ones', () => {
    const wide = ' '.repeat(100_000)
    expect(divide(`${wide}text${wide}`, 400)).toEqual([{ text: 'text', strength: breakStrength.block }])
  })
})

const { clause, word, character } = breakStrength

describe('cutsFrom', () => {
  it.each<[string, string, number, string, number]>([
    ['after a comma in the later half', 'one two, three four', 12, 'one two, ', clause],
    ['after white space before an early comma', 'one, two three four', 13, 'one, two ', word],
    ['where a word ends exactly at the limit', 'one two three', 7, 'one two', word],
    ['after the only white space, even if it is early', 'a bcdefghijklmnop', 12, 'a ', word],
    ['after a mark in a long word', 'abcdefgh/ijklmnop', 12, 'abcdefgh/', character],
    ['anywhere else', 'abcdefghijklmnop', 12, 'abcdefghijkl', character],
    ['after an ideographic comma', '记忆检索，系统设计', 7, '记忆检索，', clause],
    ['not inside a character', 'abcde👨‍👩‍👧fgh', 8, 'abcde', character],
    ['not before a mark on a sign', 'abcdefg#\u20e3hij', 8, 'abcdefg', character],
  ])('cuts %s', (_, text, size, piece, strength) => {
    expect(cutsFrom(text, 0, size)(size)).toEqual({ position: piece.length, strength })
  })
})

const family = '👨‍👩‍👧‍👦'
const flags = '🇩🇪🇫🇷'

describe('graphemeBoundary', () => {
  it.each<[string, number, number]>([
    ['plain', 3, 3],
    ['e\u0301e', 1, 2],
    [`a${family}`, 3, 1],
    [family, 1, family.length],
    [flags, 6, 4],
    [flags, 4, 4],
    ['漢字', 1, 1],
    ['नमस्ते', 3, 2],
    ['😀😀', 3, 2],
    ['\r\n', 1, 1],
  ])('in %j up to %i is %i', (text, place, boundary) => {
    expect(graphemeBoundary(text, 0, place)(place)).toBe(boundary)
    expect(graphemeBoundary(text, 0, 1000)(place)).toBe(boundary)
  })

  it('segments a text once for all the sizes that are tried from a position', ({ onTestFinished }) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    onTestFinished(() => segment.mockRestore())
    const cutAfter = cutsFrom(family.repeat(100), 0, 800)
    for (const size of [800, 400, 200]) expect(cutAfter(size).position % family.length).toBe(0)
    expect(segment).toHaveBeenCalledOnce()
  })

  it('cuts a character of any length, between surrogate pairs', () => {
    const text = `a${'\u0301'.repeat(1000)}`
    expect(graphemeBoundary(text, 0, 100)(100)).toBe(100)
    const joined = '👩‍'.repeat(100)
    const place = graphemeBoundary(joined, 0, 100)(100)
    expect(joined.slice(0, place).isWellFormed()).toBe(true)
    expect(Math.abs(place - 100)).toBeLessThanOrEqual(1)
  })
})
