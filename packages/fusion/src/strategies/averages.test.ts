import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RankedList } from '../strategy.js'
import { rankedLists } from '../testing/arbitrary-lists.js'
import { listOf, scoreOf } from '../testing/lists.js'
import { arithmeticMean, convex, dbsf, openclaw20262, relativeScore, weighted } from './averages.js'

/** The definition, written out: Σ w·(s − inf)/(max − inf)·∛(c·√c*) ÷ Σ w over the lists that contain the item. */
function scoreByDefinition(lists: readonly RankedList[], id: string): number {
  const found = new Set(
    lists.flatMap(({ items }) => items.filter((item) => item.foundRank !== null).map((item) => item.id)),
  )
  let [weighed, weights] = [0, 0]
  for (const { weight, minimum = 0, items } of lists) {
    const item = items.find((each) => each.id === id)
    if (!item) continue
    const candidates = items.filter((each) => found.has(each.id))
    const best = Math.max(...candidates.map(({ score }) => score))
    const scaled = item.score > minimum ? (item.score - minimum) / (best - minimum) : 0
    const bestCoverage = Math.max(...candidates.map(({ coverage = 0 }) => coverage))
    const isCorrected = item.coverage !== undefined && lists.length > 1
    const factor = isCorrected ? ((item.coverage ?? 0) * bestCoverage ** 0.5) ** (1 / 3) : 1
    weighed += weight * scaled * factor
    weights += weight
  }
  return weighed / weights
}

describe('convex', () => {
  const percents = fc.array(fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }), {
    minLength: 11,
    maxLength: 11,
  })
  const coveredLists = fc.tuple(rankedLists, percents).map(([lists, drawn]) =>
    lists.map((list, position) => ({
      ...list,
      items: list.items.map((item, index) => {
        const percent = position === 0 ? undefined : drawn[(index + position) % drawn.length]
        return percent === undefined ? item : { ...item, coverage: percent / 100 }
      }),
    })),
  )

  it('scores every candidate by its formula, with and without coverage', () => {
    fc.assert(
      fc.property(coveredLists, (lists) => {
        const inForce = lists.filter(({ weight }) => weight > 0)
        for (const { id, score } of convex(lists)) {
          expect(score).toBeCloseTo(scoreByDefinition(inForce, id), 12)
        }
      }),
      { numRuns: 500 },
    )
  })

  const vector = listOf('vector', { a: 0.6, b: 0.2 }, { weight: 0.8, minimum: -1 })
  const keyword = listOf('keyword', { b: 10, c: 5 }, { weight: 0.2, completed: { a: 0 } })

  it.each([-0.1, 1.1, NaN])('rejects a coverage of %d, and reports a valid one', (coverage) => {
    const covering = (share: number) => ({
      ...keyword,
      items: keyword.items.map((item) => ({ ...item, coverage: share })),
    })
    expect(() => convex([vector, covering(coverage)])).toThrow(/coverage of item "b"/)
    expect(convex([vector, covering(0.16)])[0]?.contributions[1]).toMatchObject({ coverage: 0.16 })
  })
})

describe('weighted', () => {
  const vector = listOf('vector', { a: 0.6, b: 0.2 }, { weight: 0.7, completed: { c: -0.4 } })
  const keyword = listOf('keyword', { b: 10, c: 5 }, { weight: 0.3, completed: { a: 0 } })

  it('A6: adds the raw cosine and the reciprocal keyword rank, counted from 0 in the formula', () => {
    const fused = weighted([vector, keyword])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.6 + 0, 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.7 * 0.2 + 0.3 * (1 / (1 + 0)), 12)
    expect(scoreOf(fused, 'c')).toBeCloseTo(0.7 * -0.4 + 0.3 * (1 / (1 + 1)), 12)
  })

  it('weighs an item by the lists that contain it', () => {
    const lists = [
      listOf('vector', { a: 0.6 }, { weight: 0.7 }),
      listOf('keyword', { b: 5 }, { weight: 0.3 }),
    ]
    expect(scoreOf(weighted(lists), 'a')).toBeCloseTo((0.7 * 0.6) / 0.7, 12)
  })

  it('A7: normalises each list as set for its source, others by default', () => {
    const fused = weighted([vector, keyword], { normalization: { vector: 'min-max' } })
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.7 * ((0.2 + 0.4) / (0.6 + 0.4)) + 0.3 * 1, 12)
  })

  it('normalises an unknown source by position, even one named like an inherited property', () => {
    const fused = weighted([listOf('constructor', { a: 900, b: 800 })])
    expect(fused.map(({ score }) => score)).toEqual([1 / 1, 1 / 2])
  })
})

describe('B5: openclaw-2026.2', () => {
  const weights = { vector: { weight: 0.7 }, keyword: { weight: 0.3 } }

  it('adds .3 for every keyword candidate, whatever its score', () => {
    const fused = openclaw20262([
      listOf('vector', { a: 0.5 }, weights.vector),
      listOf('keyword', { a: 12, c: 0.01 }, weights.keyword),
    ])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.5 + 0.3 / (1 + Math.max(0, -12)), 12)
    expect(scoreOf(fused, 'c')).toBeCloseTo(0.3, 12)
  })

  it('scores a good cosine below .35 if the keyword list missed the item, and counts completed scores 0', () => {
    const fused = openclaw20262([
      listOf('vector', { a: 0.45 }, { ...weights.vector, completed: { b: 0.49 } }),
      listOf('keyword', { b: 3 }, { ...weights.keyword, completed: { a: 1 } }),
    ])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.45, 12)
    expect(scoreOf(fused, 'a')).toBeLessThan(0.35)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0 + 0.3 * 1, 12)
  })

  it('A6: adds .7 of a similarity of .85 and .3 of a keyword score of .72 to .811', () => {
    const found = (name: 'vector' | 'keyword', id: string) =>
      listOf(name, { [id]: name === 'vector' ? 0.85 : 0.72 }, weights[name])
    const scoreBy = (...lists: RankedList[]) =>
      scoreOf(openclaw20262(lists, { normalization: { keyword: 'none' } }), 'a')
    expect(scoreBy(found('vector', 'a'), found('keyword', 'a'))).toBeCloseTo(0.811, 12)
    expect(scoreBy(found('vector', 'a'), found('keyword', 'b'))).toBeCloseTo(0.595, 12)
    expect(scoreBy(found('vector', 'b'), found('keyword', 'a'))).toBeCloseTo(0.216, 12)
  })
})

describe('sums of scaled scores', () => {
  const lists = [
    listOf('vector', { a: 0.9, b: 0.5, c: 0.1 }, { weight: 0.75 }),
    listOf('keyword', { b: 5, d: 3, a: 1 }, { weight: 0.25 }),
  ]

  it('relative-score scales from the worst to the best, missing ones as 0', () => {
    const fused = relativeScore(lists)
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.75 * 1 + 0.25 * ((1 - 1) / (5 - 1)), 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.75 * ((0.5 - 0.1) / (0.9 - 0.1)) + 0.25 * 1, 12)
    expect(scoreOf(fused, 'c')).toBe(0)
    expect(scoreOf(fused, 'd')).toBeCloseTo(0 + 0.25 * ((3 - 1) / (5 - 1)), 12)
    const named = relativeScore(lists, { normalization: { vector: 'none', keyword: 'max' } })
    expect(scoreOf(named, 'a')).toBeCloseTo(0.75 * 0.9 + 0.25 * (1 / 5), 12)
  })

  it('arithmetic-mean does the same, divided by the sum of the weights', () => {
    expect(arithmeticMean(lists)).toEqual(relativeScore(lists))
    const single = [listOf('vector', { a: 1 }), listOf('keyword', {})]
    expect(arithmeticMean(single)[0]?.score).toBe(1 / 2)
  })

  it('dbsf scales from three deviations of a sample below the mean to three above, missing scores as 0', () => {
    // Of 5, 3 and 1: mean 3, squares of deviations 4 + 0 + 4.
    const sigma = Math.sqrt((4 + 0 + 4) / (3 - 1))
    const low = 3 - 3 * sigma
    const fused = dbsf(lists)
    expect(scoreOf(fused, 'd')).toBeCloseTo(0 + 0.25 * ((3 - low) / (6 * sigma)), 12)
    // Both lists scale the same, because their scores are equally far apart in deviations.
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.75 * 0.5 + 0.25 * ((5 - low) / (6 * sigma)), 12)
  })
})
