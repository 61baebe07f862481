import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saturation } from '@recallite/store'
import {
  addUp,
  countRows as countRowsOf,
  highestFirst,
  keepRows,
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

  it('come highest first, in batches that end with all that share the lowest number', () => {
    fc.assert(
      fc.property(
        anyRows,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (list, first, next) => {
          const counts = naiveCounts(list)
          const batches = [...highestFirst(countRows(list), { first, next })]
          expect(batches.flat().toSorted((a, b) => a - b)).toEqual([...counts.keys()])
          for (const [index, batch] of batches.entries()) {
            const numbers = batch.map((row) => counts.get(row) ?? 0)
            const lowest = Math.min(...numbers)
            const wanted = index === 0 ? first : next
            const later = batches.slice(index + 1).flat()
            expect(later.every((row) => (counts.get(row) ?? 0) < lowest)).toBe(true)
            expect(numbers.filter((number) => number > lowest).length).toBeLessThan(wanted)
            expect(later.length === 0 || batch.length >= wanted).toBe(true)
            expect(numbers.indexOf(lowest)).toBe(numbers.filter((number) => number > lowest).length)
          }
        },
      ),
    )
  })
})
