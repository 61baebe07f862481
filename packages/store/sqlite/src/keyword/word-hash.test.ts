import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordHash } from './word-hash.js'

describe('the hash of a word', () => {
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('is FNV-1a where a unit is a byte: %j', (word, hash) => {
    expect(wordHash(word) >>> 0).toBe(hash)
  })

  it('is a signed number of 32 bits, whatever the word holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (word) => {
        const [kept] = Int32Array.of(wordHash(word))
        expect(wordHash(word)).toBe(kept)
      }),
    )
  })

  it('tells single characters, and words of two letters, apart', () => {
    const characters = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
    expect(new Set(characters.map(wordHash)).size).toBe(characters.length)
    const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'].flatMap((first, _, all) =>
      all.map((second) => first + second),
    )
    expect(new Set(letters.map(wordHash)).size).toBe(letters.length)
  })

  it('falls together about as seldom as chance', () => {
    const words = Array.from({ length: 100_000 }, (_, number) => `word${number.toString(36)}`)
    const expected = words.length ** 2 / 2 ** 33
    expect(words.length - new Set(words.map(wordHash)).size).toBeLessThan(10 * expected)
  })
})
