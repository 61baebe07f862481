import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Hit } from '@recallite/store'
import { bestHits } from './vector-search.js'

/** Rows as a search gives them: by score, ties in the order of the table; every third is not a hit. */
function searchIn(rows: readonly (Hit & { isHit: boolean })[]) {
  const sorted = rows.toSorted((a, b) => b.score - a.score)
  return (reach: number): Hit[] =>
    (reach < 0 ? sorted : sorted.slice(0, reach))
      .filter(({ isHit }) => isHit)
      .map(({ id, score }) => ({ id, score }))
}

const anyRows = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z]{1,3}$/),
    score: fc.integer({ min: 1, max: 4 }),
    isHit: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
)

describe('the best hits', () => {
  it('are those of the whole, by score and then by id', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 50 }), (rows, limit) => {
        const whole = rows
          .filter(({ isHit }) => isHit)
          .map(({ id, score }) => ({ id, score }))
          .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
        expect(bestHits(limit, searchIn(rows))).toEqual(whole.slice(0, limit))
      }),
    )
  })

  it('take one look where twice the limit shows where to cut', () => {
    const reaches: number[] = []
    const rows = Array.from({ length: 100 }, (_, number) => ({
      id: `${number}`,
      score: -number,
      isHit: true,
    }))
    bestHits(10, (reach) => {
      reaches.push(reach)
      return searchIn(rows)(reach)
    })
    expect(reaches).toEqual([20])
  })
})
