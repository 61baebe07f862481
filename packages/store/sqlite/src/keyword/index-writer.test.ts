import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../__fixtures__/samples.js'
import { entryChecksum, indexEntries, indexToken, queryToken } from './index-writer.js'

describe('a word in FTS5', () => {
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

  it('keeps only letters and digits of ASCII, and all other characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (word) => {
        expect(indexToken(word)).toBe(
          [...word.toWellFormed()].filter((letter) => letter > '\x7f' || /[0-9A-Za-z]/.test(letter)).join(''),
        )
      }),
    )
  })
})

it('queries only words that are their own token', () => {
  expect(['harbour', '漢', 'a"b', 'NOT', ''].map(queryToken)).toEqual(['harbour', '漢', '', '', ''])
})

const of = (text: string, others = {}) => indexEntries(wordsOf(text, others)).checksum

describe('the checksum of the index entries of a chunk', () => {
  it('is the sum over the entries, forms once', () => {
    const entries = [
      entryChecksum('red', { column: 0, offset: 0 }),
      entryChecksum('red', { column: 0, offset: 1 }),
      entryChecksum('quay', { column: 1, offset: 0 }),
      entryChecksum('notes', { column: 2, offset: 0 }),
      entryChecksum('red', { column: 3, offset: 0 }),
    ]
    const sum = entries.reduce((total, entry) => (total + entry) >>> 0, 0)
    expect(of('red Red', { parts: 'quay', place: 'notes' })).toBe(sum)
    expect(of('')).toBe(0)
  })

  it('depends on order, column and word, and ignores what the index omits', () => {
    const different = [
      of('red light'),
      of('light red'),
      of('red lights'),
      of('red', { parts: 'light' }),
      of('red', { place: 'light' }),
    ]
    expect(new Set(different).size).toBe(different.length)
    expect(of('red -- light')).toBe(of('red light'))
    expect(of('RED li-ght')).toBe(of('red light'))
  })
})
