import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChunkWords, IndexWord } from '@recallite/store'
import { anyChunkWords } from '../__fixtures__/any-words.js'
import { wordsOf } from '../__fixtures__/samples.js'
import { wordHash } from './word-hash.js'
import { decodeNumbers, encodeWordList, readWordList, type WordList } from './word-list.js'

/** The list that stands in all these bytes. */
function readAll(kept: Uint8Array): WordList {
  const numbers = decodeNumbers(kept)
  return readWordList(numbers, [0, numbers.length])
}

/** For each word of the text its form, read as the list is laid out. */
function formsOf({ numbers, textAt, partsAt, marksAt, formsAt, end }: WordList): (number | undefined)[] {
  const others = [...numbers.subarray(formsAt, end)]
  return [...numbers.subarray(textAt, partsAt)].map((stem, index) => {
    const isMarked = ((numbers[marksAt + (index >> 5)] ?? 0) >>> (index & 31)) % 2 === 1
    return isMarked ? others.shift() : stem
  })
}

function readParts(list: WordList) {
  const { numbers, textAt, partsAt, placeAt, marksAt, formsAt, end } = list
  const [text, parts, place] = [
    [textAt, partsAt],
    [partsAt, placeAt],
    [placeAt, marksAt],
  ].map(([from, to]) => [...numbers.subarray(from, to)])
  return { text, parts, place, forms: formsOf(list), otherForms: end - formsAt }
}

function expectedParts({ text, parts, place }: ChunkWords): ReturnType<typeof readParts> {
  const hashes = (words: readonly IndexWord[]) => words.map(({ stem }) => wordHash(stem))
  return {
    text: hashes(text),
    parts: hashes(parts),
    place: hashes(place),
    forms: text.map(({ form }) => wordHash(form)),
    otherForms: text.filter(({ form, stem }) => form !== stem).length,
  }
}

describe('a word list', () => {
  it('is three numbers, a hash for each stem, marks, and a hash for each other form, little-endian', () => {
    const words = { text: [{ form: 'foobar', stem: 'a' }], parts: [{ form: 'a', stem: 'foobar' }], place: [] }
    expect(encodeWordList(words).toString('hex')).toBe(
      ['01000000', '02000000', '02000000', '2c290ce4', '68f99cbf', '01000000', '68f99cbf'].join(''),
    )
    expect(encodeWordList(wordsOf('')).toString('hex')).toBe('00'.repeat(12))
  })

  it('comes back as it was kept, wherever its bytes stand in memory', () => {
    fc.assert(
      fc.property(anyChunkWords, fc.nat(7), (words, offset) => {
        const bytes = encodeWordList(words)
        const moved = new Uint8Array(bytes.length + offset).subarray(offset)
        moved.set(bytes)
        expect(readParts(readAll(bytes))).toEqual(expectedParts(words))
        expect(readParts(readAll(moved))).toEqual(expectedParts(words))
        expect(Buffer.from(moved).equals(bytes)).toBe(true)
      }),
    )
  })

  it('comes back from among others', () => {
    fc.assert(
      fc.property(fc.array(anyChunkWords, { maxLength: 5 }), (chunks) => {
        const lists = chunks.map(encodeWordList)
        const numbers = decodeNumbers(Buffer.concat(lists))
        let start = 0
        for (const [index, words] of chunks.entries()) {
          const stop = start + (lists[index]?.length ?? 0) / 4
          expect(readParts(readWordList(numbers, [start, stop]))).toEqual(expectedParts(words))
          start = stop
        }
      }),
    )
  })

  it('has marks for texts of any length', () => {
    for (const length of [31, 32, 33, 64, 65, 70_000]) {
      const text = Array.from({ length }, (_, index) => ({ stem: 'a', form: index % 3 === 0 ? 'as' : 'a' }))
      const words = { text, parts: [], place: [] }
      expect(readParts(readAll(encodeWordList(words)))).toEqual(expectedParts(words))
    }
  })

  it('that is cut off or damaged stays within its bytes', () => {
    const bytes = encodeWordList(wordsOf('one two three', { place: 'four' }))
    const isInOrder = ({ numbers, textAt, partsAt, placeAt, marksAt, formsAt, end }: WordList) => {
      const places = [0, textAt, partsAt, placeAt, marksAt, formsAt, end, numbers.length]
      return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0))
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(isInOrder(readAll(bytes.subarray(0, length)))).toBe(true)
    }
    fc.assert(
      fc.property(fc.int32Array({ maxLength: 9 }), (numbers) => isInOrder(readWordList(numbers, [0, 9]))),
    )
  })
})
