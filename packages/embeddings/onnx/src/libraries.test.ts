import { describe, expect, it } from 'vitest'
import { cutTokens, type Tokenize } from './libraries.js'

/** One token per character, inside a frame. */
function letters(before: number[], after: number[]): Tokenize {
  return (text, { framed }) => {
    const tokens = Array.from(text, (letter) => letter.charCodeAt(0))
    return framed ? [...before, ...tokens, ...after] : tokens
  }
}

describe('cutTokens', () => {
  it.each<[number[], number[], number[]]>([
    [[1], [2], [1, 97, 98, 2]],
    [[1], [], [1, 97, 98, 99]],
    [[], [2, 3], [97, 98, 2, 3]],
    [[], [], [97, 98, 99, 100]],
  ])('retains a frame of %j and %j', (before, after, tokens) => {
    expect(cutTokens(letters(before, after), 4)('abcdefgh')).toEqual(tokens)
  })

  it('does not cut a text that fits', () => {
    expect(cutTokens(letters([1], [2]), 4)('ab')).toEqual([1, 97, 98, 2])
  })

  it('does not tokenize text far beyond the limit', () => {
    const lengths: number[] = []
    const tokenize: Tokenize = (text) => (lengths.push(text.length), [1])
    cutTokens(tokenize, 4)('x'.repeat(1_000_000))
    expect(Math.max(...lengths)).toBe(400)
  })

  it('returns only the frame if no more fits', () => {
    expect(cutTokens(letters([1], [2]), 1)('abc')).toEqual([2])
    expect(cutTokens(() => [], 4)('abc')).toEqual([])
  })
})
