import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexesIn, notListed, seek, sortedChunks } from './posting-list.js'

describe('a search in a sorted list', () => {
  it('finds the first place with at least a number, from a place on', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { maxLength: 40 }),
        fc.nat(52),
        fc.nat(41),
        (numbers, wanted, from) => {
          const sorted = Int32Array.from(numbers).toSorted()
          const start = Math.min(from, sorted.length)
          const found = sorted.findIndex((number, place) => place >= start && number >= wanted)
          expect(seek(sorted, wanted, start)).toBe(found < 0 ? sorted.length : found)
        },
      ),
    )
  })
})

const end = 500
const anyNumbers = (most: number) =>
  fc.uniqueArray(fc.nat(end - 1), { maxLength: most }).map((numbers) => Int32Array.from(numbers).toSorted())

describe('indexes of chunks in a list', () => {
  it.each([
    ['dense', 300, 50, end],
    ['sparse', 60, 40, 64 * end],
    ['sparse and far longer than what is looked for', 300, 2, 64 * end],
  ])('are those of a plain search where the list is %s', (_, most, wantedMost, listEnd) => {
    fc.assert(
      fc.property(anyNumbers(most), anyNumbers(wantedMost), (numbers, wanted) => {
        const indexes = indexesIn(sortedChunks(numbers, listEnd), wanted)
        expect([...indexes]).toEqual([...wanted].map((number) => numbers.indexOf(number)))
      }),
    )
  })

  it('are not there in an empty list', () => {
    const empty = sortedChunks(new Int32Array(), 0)
    expect([...indexesIn(empty, Int32Array.of(0, 33))]).toEqual([notListed, notListed])
  })
})
