import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saturation } from '@recallite/keyword-ranking'
import {
  addUp,
  countRows as countRowsOf,
  highest,
  keepRows,
  parseNumberList,
  scoreAtLength,
  scoreAtMean,
  type RowNumbers,
} from './row-numbers.js'

function entriesOf({ rows, numbers }: RowNumbers): [row: number, number: number | undefined][] {
  return [...rows].map((row, index) => [row, numbers[index]])
}

const countRows = (rows: readonly number[]) => countRowsOf(Float64Array.from(rows))

const anyRows = fc.array(fc.nat(30), { maxLength: 40 }).map((rows) => rows.toSorted((a, b) => a - b))

function naiveCounts(rows: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1)
  return counts
}

describe('rows and their numbers', () => {
  it('are counted', () => {
    expect(entriesOf(countRows([2, 2, 5, 7, 7, 7]))).toEqual([
      [2, 2],
      [5, 1],
      [7, 3],
    ])
    fc.assert(
      fc.property(anyRows, (rows) => {
        expect(entriesOf(countRows(rows))).toEqual([...naiveCounts(rows)])
      }),
    )
  })

  it('are added up, however many lists there are', () => {
    fc.assert(
      fc.property(fc.array(anyRows, { maxLength: 9 }), (lists) => {
        const all = lists.flat().toSorted((a, b) => a - b)
        expect(entriesOf(addUp(lists.map(countRows)))).toEqual([...naiveCounts(all)])
      }),
    )
  })

  it('are narrowed to those that are allowed', () => {
    const kept = keepRows(countRows([1, 1, 2, 4, 4]), new Set([4, 1, 9]))
    expect(entriesOf(kept)).toEqual([
      [1, 2],
      [4, 2],
    ])
  })

  it('are scored at mean length, or at their own where it is known', () => {
    const counts = countRows([1, 1, 2, 4])
    const mean = { length: 10, mean: 10 }
    expect(entriesOf(scoreAtMean(counts, 3))).toEqual([
      [1, 3 * saturation(2, mean)],
      [2, 3 * saturation(1, mean)],
      [4, 3 * saturation(1, mean)],
    ])
    const lengths = { rows: Float64Array.of(1, 3, 4), numbers: Float64Array.of(5, 7, 20) }
    expect(entriesOf(scoreAtLength(counts, 3, { lengths, mean: 10 }))).toEqual([
      [1, 3 * saturation(2, { length: 5, mean: 10 })],
      [4, 3 * saturation(1, { length: 20, mean: 10 })],
    ])
  })

  it('come highest first, as many as are wanted and those that share the lowest number of these', () => {
    const number = fc.oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.double({ noNaN: true, min: 0.1 }),
      fc.constant(Infinity),
    )
    fc.assert(
      fc.property(fc.array(number, { maxLength: 60 }), fc.nat(70), (numbers, most) => {
        const list = { rows: Float64Array.from(numbers.keys()), numbers: Float64Array.from(numbers) }
        const sorted = [...numbers.keys()].toSorted((a, b) => {
          const [one = 0, other = 0] = [numbers[a], numbers[b]]
          return one === other ? a - b : other - one
        })
        const lowest = numbers[sorted[Math.min(most, sorted.length) - 1] ?? -1] ?? Infinity
        const expected = most === 0 ? [] : sorted.filter((row) => (numbers[row] ?? 0) >= lowest)
        expect(highest(list, most)).toEqual(expected)
        expect([...list.numbers]).toEqual(numbers)
      }),
      { numRuns: 2000 },
    )
  })

  it('are found in long lists, sorted, reversed or all alike', () => {
    const rows = Float64Array.from({ length: 50_000 }, (_, index) => index)
    expect(highest({ rows, numbers: rows }, 2)).toEqual([49_999, 49_998])
    expect(highest({ rows, numbers: rows.toReversed() }, 2)).toEqual([0, 1])
    expect(highest({ rows, numbers: new Float64Array(50_000).fill(7) }, 2)).toHaveLength(50_000)
  })
})

describe('a list of numbers', () => {
  it('is read as it was written, and may be of no numbers', () => {
    const bytesOf = (list: readonly number[]) => new TextEncoder().encode(list.join())
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (list) => {
        expect([...parseNumberList(bytesOf(list))]).toEqual(list)
      }),
    )
    for (const list of [[0], [7, 0, 12]]) expect([...parseNumberList(bytesOf(list))]).toEqual(list)
    for (const list of [null, undefined, new Uint8Array()]) expect([...parseNumberList(list)]).toEqual([])
  })
})
