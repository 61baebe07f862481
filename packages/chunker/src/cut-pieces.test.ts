import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from './counting.js'
import { cutPieces } from './cut-pieces.js'
import { arbitraryMarkdown, arbitraryProse, arbitraryText } from './testing/arbitrary-source.js'

const textsOf = (text: string) => cutPieces(text).map(({ from, to }) => text.slice(from, to))

const sentence = 'The harbour master wrote down who came, who left, and what the weather was like.'
/** Distinct nouns, in a sentence of 14 to 17 tokens each. */
const sentences = (count: number) =>
  Array.from({ length: count }, (_, number) => `${sentence} ${number} ships.`)

describe('cutPieces', () => {
  it('does not divide 500 characters of English', () => {
    const short = sentences(5).join(' ').slice(0, 500)
    expect(countTokens(short)).toBeGreaterThan(90)
    expect(textsOf(short)).toEqual([])
    expect(textsOf('')).toEqual([])
  })

  it('makes pieces of about 400 characters that end with a sentence', () => {
    const text = sentences(16).join(' ')
    const pieces = textsOf(text)
    expect(pieces).toHaveLength(Math.round(countTokens(text) / 100))
    for (const piece of pieces) {
      expect(piece).toMatch(/^(The|\d+ ships)/u)
      expect(piece.trimEnd()).toMatch(/\.$/u)
      expect(Math.abs(piece.length - 400)).toBeLessThan(120)
    }
  })

  it('ends pieces with lines if lines are not sentences', () => {
    const rows = Array.from({ length: 40 }, (_, row) => `| row ${row} | harbour master | who came and left |`)
    const pieces = textsOf(rows.join('\n'))
    expect(pieces.length).toBeGreaterThan(3)
    for (const piece of pieces)
      expect(
        piece
          .trimEnd()
          .split('\n')
          .every((row) => rows.includes(row)),
      ).toBe(true)
  })

  it('counts a Han character as a token, and ends pieces with its sentences', () => {
    const text = '港务长记下了谁来了、谁走了，以及天气如何。'.repeat(15)
    const pieces = textsOf(text)
    expect(pieces).toHaveLength(3)
    for (const piece of pieces) expect(piece).toMatch(/^港.*。$/u)
  })

  it('divides a sentence that is too long between words, and a word between characters', () => {
    const words = Array.from({ length: 300 }, (_, number) => `word${number}`)
    for (const piece of textsOf(words.join(' ')))
      expect(words).toEqual(expect.arrayContaining(piece.trim().split(' ')))
    const pieces = textsOf('👩‍👩‍👧'.repeat(200))
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe('👩‍👩‍👧'.repeat(200))
    for (const piece of pieces) expect(piece).toMatch(/^(👩‍👩‍👧)+$/u)
  })

  it('leaves no gap, no half character and no piece that is too small or too large, for any text', () => {
    const long = fc.array(fc.oneof(arbitraryMarkdown, arbitraryProse, arbitraryText), { maxLength: 8 })
    fc.assert(
      fc.property(long, (parts) => {
        const text = parts.join('\n').toWellFormed()
        const pieces = textsOf(text)
        expect(pieces.join('')).toBe(pieces.length > 0 ? text : '')
        expect(pieces.length).not.toBe(1)
        const size = countTokens(text) / Math.max(2, Math.round(countTokens(text) / 100))
        for (const piece of pieces) {
          expect(piece.isWellFormed()).toBe(true)
          // Where a word is divided, its parts may count one token more.
          expect(countTokens(piece)).toBeGreaterThan(size / 2 - 2)
          expect(countTokens(piece)).toBeLessThan(size * 2 + 2)
        }
      }),
    )
  })
})
