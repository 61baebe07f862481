import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSortedNumbers, notThere, placesIn } from './places-in.js'

const end = 500
const anyNumbers = (most: number) =>
  fc.uniqueArray(fc.nat(end - 1), { maxLength: most }).map((numbers) => Int32Array.from(numbers).toSorted())

describe('places of numbers in a list', () => {
  it.each([
    ['dense', 300, 50, end],
    ['sparse', 60, 40, 64 * end],
    ['sparse and far longer than what is looked for', 300, 2, 64 * end],
  ])('are those of a plain search where the list is %s', (_, most, wantedMost, listEnd) => {
    fc.assert(
      fc.property(anyNumbers(most), anyNumbers(wantedMost), (numbers, wanted) => {
        const places = placesIn(createSortedNumbers(numbers, listEnd), wanted)
        expect([...places]).toEqual([...wanted].map((number) => numbers.indexOf(number)))
      }),
    )
  })

  it('are not there in an empty list', () => {
    const empty = createSortedNumbers(new Int32Array(), 0)
    expect([...placesIn(empty, Int32Array.of(0, 33))]).toEqual([notThere, notThere])
  })
})
