import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, editSimilarity, nearestName } from './edit-distance.js'

/** The definition of optimal string alignment, cell by cell. */
function naiveDistance(a: string, b: string): number {
  const table = new Map<string, number>()
  const cell = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i} ${j}`
    const cached = table.get(key)
    if (cached !== undefined) return cached
    const choices = [
      cell(i - 1, j) + 1,
      cell(i, j - 1) + 1,
      cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
    ]
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) choices.push(cell(i - 2, j - 2) + 1)
    const minimum = Math.min(...choices)
    table.set(key, minimum)
    return minimum
  }
  return cell(a.length, b.length)
}

describe('editDistance', () => {
  it('follows the definition, up to a limit', () => {
    // Few letters, so that words are similar.
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '数', '😀'), maxLength: 8 })
    const limits = fc.constantFrom(0, 1, 2, 3, Infinity)
    fc.assert(
      fc.property(letters, letters, limits, (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(naiveDistance(a, b), limit + 1))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('editSimilarity', () => {
  it('is the share of letters that stay', () => {
    expect(editSimilarity('', '')).toBe(1)
    expect(editSimilarity('auth', 'auth')).toBe(1)
    // Swapped neighbours are one edit.
    expect(editSimilarity('auth', 'auht')).toBe(1 - 1 / 4)
    expect(editSimilarity('auth', 'oauth2')).toBeCloseTo(1 - 2 / 6)
    expect(editSimilarity('abc', 'xyz')).toBe(0)
  })
})

describe('nearestName', () => {
  it.each([
    ['convx', 'convex'],
    ['RRF', 'rrf'],
    ['wieghted', 'weighted'],
    ['openclaw', 'openclaw-2026.2'],
    ['borda', undefined],
    ['', undefined],
  ])('reads %j as %s', (typed, meant) => {
    expect(nearestName(typed, ['convex', 'weighted', 'rrf', 'openclaw-2026.2'])).toBe(meant)
  })
})
