import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate } from '@recallite/store'
import { bestCandidates } from './vector-search.js'

/** Rows as a search gives them: by score, ties in the order of the table; every third is not found. */
function searchIn(rows: readonly (Candidate & { isFound: boolean })[]) {
  const sorted = rows.toSorted((a, b) => b.score - a.score)
  return (reach: number): Candidate[] =>
    (reach < 0 ? sorted : sorted.slice(0, reach))
      .filter(({ isFound }) => isFound)
      .map(({ id, score }) => ({ id, score }))
}

const anyRows = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z]{1,3}$/),
    score: fc.integer({ min: 1, max: 4 }),
    isFound: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
)

describe('the best candidates', () => {
  it('are those of the whole, by score and then by id', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 50 }), (rows, limit) => {
        const whole = rows
          .filter(({ isFound }) => isFound)
          .map(({ id, score }) => ({ id, score }))
          .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
        expect(bestCandidates(limit, searchIn(rows))).toEqual(whole.slice(0, limit))
      }),
    )
  })

  it('take one look where twice the limit shows where to cut', () => {
    const reaches: number[] = []
    const rows = Array.from({ length: 100 }, (_, number) => ({
      id: `${number}`,
      score: -number,
      isFound: true,
    }))
    bestCandidates(10, (reach) => {
      reaches.push(reach)
      return searchIn(rows)(reach)
    })
    expect(reaches).toEqual([20])
  })
})
