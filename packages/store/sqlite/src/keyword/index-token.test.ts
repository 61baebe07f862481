import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexToken, queryToken } from './index-token.js'

describe('a word as FTS5 has it', () => {
  it.each([
    ['harbour2', 'harbour2'],
    ['Harbour', 'Harbour'],
    ['hausːde', 'hausːde'],
    ['漢', '漢'],
    ['"near"*', 'near'],
    ['a b`c{d', 'abcd'],
    ['\u{D800}a', '\u{FFFD}a'],
    ['', ''],
  ])('%j is %j', (word, token) => {
    expect(indexToken(word)).toBe(token)
  })

  it('holds nothing of ASCII but letters and digits, and all else that the word has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (word) => {
        expect(indexToken(word)).toBe(
          [...word.toWellFormed()].filter((letter) => letter > '\x7f' || /[0-9A-Za-z]/.test(letter)).join(''),
        )
      }),
    )
  })
})

it('asks for words that are their own token, and for no others', () => {
  expect(['harbour', '漢', 'a"b', 'NOT', ''].map(queryToken)).toEqual(['harbour', '漢', '', '', ''])
})
