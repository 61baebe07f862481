import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ndcg } from './ndcg.js'

const grades = new Map([
  ['a', 3],
  ['b', 0],
  ['c', 1],
  ['d', 2],
])

describe('ndcg', () => {
  it('is named after its depth', () => {
    expect(ndcg(10).name).toBe('nDCG@10')
  })

  it('is the gain 2^grade − 1 discounted by log2(rank + 1), over that of the best order', () => {
    const found = (2 ** 1 - 1) / Math.log2(2) + (2 ** 3 - 1) / Math.log2(4)
    const ideal = (2 ** 3 - 1) / Math.log2(2) + (2 ** 2 - 1) / Math.log2(3) + (2 ** 1 - 1) / Math.log2(4)
    expect(ndcg(10).score(['c', 'x', 'a'], grades)).toBeCloseTo(found / ideal, 12)
  })

  it('cuts ranking and best order at its depth', () => {
    expect(ndcg(1).score(['a', 'x'], grades)).toBe(1)
    expect(ndcg(1).score(['d', 'a'], grades)).toBeCloseTo((2 ** 2 - 1) / (2 ** 3 - 1), 12)
  })

  it('is 0 for an empty ranking and where nothing is relevant', () => {
    expect(ndcg(10).score([], grades)).toBe(0)
    expect(ndcg(10).score(['b'], new Map([['b', 0]]))).toBe(0)
  })
})

const judged = fc
  .uniqueArray(fc.tuple(fc.string(), fc.integer({ min: 0, max: 4 })), {
    selector: ([id]) => id,
    minLength: 1,
    maxLength: 15,
  })
  .map((entries) => new Map(entries))

describe('ndcg of any ranking', () => {
  it('is from 0 to 1, and 1 for the best order', () => {
    fc.assert(
      fc.property(judged, fc.uniqueArray(fc.string()), (some, ranking) => {
        const score = ndcg(10).score(ranking, some)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1 + Number.EPSILON)
        const best = [...some].toSorted((a, b) => b[1] - a[1]).map(([id]) => id)
        const hasRelevant = [...some.values()].some((grade) => grade > 0)
        expect(ndcg(10).score(best, some)).toBe(hasRelevant ? 1 : 0)
      }),
    )
  })

  it('never falls when a better document moves up', () => {
    fc.assert(
      fc.property(judged, fc.nat(), (some, choice) => {
        const ranking = [...some.keys()]
        const index = choice % ranking.length
        const [upper = '', lower = ''] = ranking.slice(index, index + 2)
        fc.pre(lower !== '' && (some.get(lower) ?? 0) > (some.get(upper) ?? 0))
        const swapped = ranking.with(index, lower).with(index + 1, upper)
        expect(ndcg(10).score(swapped, some)).toBeGreaterThanOrEqual(ndcg(10).score(ranking, some))
      }),
    )
  })
})
