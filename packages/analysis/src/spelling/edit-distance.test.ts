import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './suggest-spellings.js'

/** The definition of optimal string alignment, cell by cell. */
function naiveDistance(a: string, b: string): number {
  const table = new Map<string, number>()
  const cell = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i} ${j}`
    const known = table.get(key)
    if (known !== undefined) return known
    const choices = [
      cell(i - 1, j) + 1,
      cell(i, j - 1) + 1,
      cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
    ]
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) choices.push(cell(i - 2, j - 2) + 1)
    const least = Math.min(...choices)
    table.set(key, least)
    return least
  }
  return cell(a.length, b.length)
}

/** Few letters, so that words have much in common. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '数', '😀'), maxLength: 12 })
const most = fc.integer({ min: 0, max: 14 })

describe('editDistance', () => {
  it.each([
    ['database', 'database', 0],
    ['databse', 'database', 1],
    ['datbaase', 'database', 1],
    ['databasee', 'database', 1],
    ['detabase', 'database', 1],
    ['authentification', 'authentication', 2],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
    ['', 'abc', 3],
    ['', '', 0],
  ])('of %j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b, 5)).toBe(distance)
  })

  it('is that of the definition, up to the largest of interest', () => {
    fc.assert(
      fc.property(word, word, most, (a, b, largest) => {
        expect(editDistance(a, b, largest)).toBe(Math.min(naiveDistance(a, b), largest + 1))
      }),
      { numRuns: 1000 },
    )
  })

  it('is the same both ways', () => {
    fc.assert(
      fc.property(word, word, most, (a, b, largest) => {
        expect(editDistance(a, b, largest)).toBe(editDistance(b, a, largest))
      }),
    )
  })

  it('is 0 for equal words alone', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b, 3) === 0).toBe(a === b)
      }),
    )
  })
})
