import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyWords, wordsOf } from './__fixtures__/any-words.js'
import { decodeTermList, encodeTermList, wordHash, type RankedWords, type TermList } from './term-list.js'

/** The words of a list as hashes, with the form of each word of the text. */
function hashesIn({ numbers, textAt, partsAt, placeAt, marksAt, formsAt }: TermList): number[][] {
  const zones = [
    [textAt, partsAt],
    [partsAt, placeAt],
    [placeAt, marksAt],
  ].map(([from, to]) => [...numbers.subarray(from, to)])
  const others = [...numbers.subarray(formsAt, numbers.length)]
  const forms = (zones[0] ?? []).map((stem, index) => {
    const isMarked = ((numbers[marksAt + (index >> 5)] ?? 0) >>> (index & 31)) % 2 === 1
    return isMarked ? (others.shift() ?? 0) : stem
  })
  return [...zones, forms, others]
}

function hashesOf({ text, parts, place }: RankedWords): number[][] {
  const zones = [text, parts, place].map((words) => words.map(({ stem }) => wordHash(stem)))
  return [...zones, text.map(({ form }) => wordHash(form)), []]
}

describe('a term list', () => {
  it('is four numbers, a hash for each stem, marks, and a hash for each other form, little-endian', () => {
    const words = { text: [{ form: 'foobar', stem: 'a' }], parts: [{ form: 'a', stem: 'foobar' }], place: [] }
    expect(Buffer.from(encodeTermList(words)).toString('hex')).toBe(
      ['01000000', '02000000', '02000000', '00000000', '2c290ce4', '68f99cbf', '01000000', '68f99cbf'].join(
        '',
      ),
    )
    expect(encodeTermList(wordsOf(''))).toEqual(new Uint8Array(16))
  })

  it('is decoded as it was encoded, at any alignment of its bytes', () => {
    fc.assert(
      fc.property(anyWords, fc.nat(7), (words, offset) => {
        const bytes = encodeTermList(words)
        const moved = new Uint8Array(bytes.length + offset + 8).subarray(offset, offset + bytes.length)
        moved.set(bytes)
        expect(hashesIn(decodeTermList(bytes))).toEqual(hashesOf(words))
        expect(hashesIn(decodeTermList(moved))).toEqual(hashesOf(words))
        expect(moved).toEqual(bytes)
      }),
    )
  })

  it('has marks for texts of any length', () => {
    for (const length of [31, 32, 33, 64, 65, 70_000]) {
      const text = Array.from({ length }, (_, index) => ({ stem: 'a', form: index % 3 === 0 ? 'as' : 'a' }))
      const words = { text, parts: [], place: [] }
      expect(hashesIn(decodeTermList(encodeTermList(words)))).toEqual(hashesOf(words))
    }
  })

  it('has ordered sections within the bytes, even if they are damaged', () => {
    const isInOrder = ({ numbers, textAt, partsAt, placeAt, marksAt, formsAt }: TermList) => {
      const places = [0, textAt, partsAt, placeAt, marksAt, formsAt, numbers.length]
      return places.every((place, index) => place >= (places[index - 1] ?? 0))
    }
    const bytes = encodeTermList(wordsOf('one two three', { parts: 'four', place: 'five' }))
    for (let length = 0; length < bytes.length; length += 1) {
      expect(isInOrder(decodeTermList(bytes.subarray(0, length)))).toBe(true)
    }
    const counts = fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer()), { maxLength: 9 })
    const damaged = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      counts.map((list) => new Uint8Array(Int32Array.from(list).buffer)),
    )
    fc.assert(
      fc.property(damaged, (list) => isInOrder(decodeTermList(list))),
      { numRuns: 1000 },
    )
  })
})

describe('the hash of a word', () => {
  it('is FNV-1a for ASCII, as in the test vectors of its authors', () => {
    const hashes = ['', 'a', 'foobar'].map((word) => wordHash(word) >>> 0)
    expect(hashes).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
  })

  it('distinguishes characters and words of two letters, and collides about as rarely as random hashes', () => {
    const characters = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
    const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']
    const pairs = letters.flatMap((first) => letters.map((second) => first + second))
    for (const words of [characters, pairs]) expect(new Set(words.map(wordHash)).size).toBe(words.length)
    const words = Array.from({ length: 100_000 }, (_, number) => `word${number.toString(36)}`)
    const expected = words.length ** 2 / 2 ** 33
    expect(words.length - new Set(words.map(wordHash)).size).toBeLessThan(10 * expected)
  })
})
