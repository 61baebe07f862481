import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RankedList } from '../strategy.js'
import { rankedLists } from '../testing/arbitrary-lists.js'
import { listOf, scoreOf } from '../testing/lists.js'
import { convex, openclaw20262, weighted } from './averages.js'

describe('convex with complete scores', () => {
  const vector = listOf('vector', { a: 0.6, b: 0.2 }, { weight: 0.8, minimum: -1, completed: { c: -0.4 } })
  const keyword = listOf('keyword', { b: 10, c: 5 }, { weight: 0.2, minimum: 0, completed: { a: 0 } })

  it('adds weighted scores scaled from the theoretical minimum to the best one', () => {
    const fused = convex([vector, keyword])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.8 * 1 + 0.2 * ((0 - 0) / (10 - 0)), 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.8 * ((0.2 + 1) / (0.6 + 1)) + 0.2 * (10 / 10), 12)
    expect(scoreOf(fused, 'c')).toBeCloseTo(0.8 * ((-0.4 + 1) / (0.6 + 1)) + 0.2 * (5 / 10), 12)
    expect(fused.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('explains each score', () => {
    expect(convex([vector, keyword])[0]).toEqual({
      id: 'a',
      score: 0.8,
      contributions: [
        { source: 'vector', rank: 1, raw: 0.6, normalized: 1, weight: 0.8, value: 0.8 },
        { source: 'keyword', rank: null, raw: 0, normalized: 0, weight: 0.2, value: 0 },
      ],
    })
  })
})

describe('convex scaling', () => {
  it('counts a minimum that is not told as 0', () => {
    const fused = convex([listOf('vector', { a: 0.8, b: 0.2 })])
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.2 / 0.8, 12)
  })

  it('counts scores below the minimum as the minimum', () => {
    expect(scoreOf(convex([listOf('vector', { a: 0.8, b: -0.2 })]), 'b')).toBe(0)
  })

  it('takes nothing from a list whose best score is the minimum', () => {
    const silent = listOf('keyword', { a: 0, b: 0 }, { weight: 0.2 })
    const fused = convex([listOf('vector', { a: 0.8, b: 0.4 }, { weight: 0.8 }), silent])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.8 * 1 + 0, 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.8 * (0.4 / 0.8) + 0, 12)
  })
})

describe('convex with missing scores', () => {
  it('weighs an item by the lists that hold it', () => {
    const fused = convex([
      listOf('vector', { a: 0.8 }, { weight: 0.8 }),
      listOf('keyword', { a: 10, b: 5 }, { weight: 0.2 }),
    ])
    expect(fused).toEqual([
      {
        id: 'a',
        score: 1,
        contributions: [
          { source: 'vector', rank: 1, raw: 0.8, normalized: 1, weight: 0.8, value: 0.8 },
          { source: 'keyword', rank: 1, raw: 10, normalized: 1, weight: 0.2, value: 0.2 },
        ],
      },
      {
        id: 'b',
        score: (0.2 / 0.2) * (5 / 10),
        contributions: [
          { source: 'vector', rank: null, raw: null, normalized: null, weight: 0, value: 0 },
          { source: 'keyword', rank: 2, raw: 5, normalized: 0.5, weight: 1, value: 0.5 },
        ],
      },
    ])
  })

  it('counts an absent item 0 at full weight when told so', () => {
    const lists = [
      listOf('vector', { a: 0.8 }, { weight: 0.8 }),
      listOf('keyword', { b: 5 }, { weight: 0.2 }),
    ]
    const fused = convex(lists, { missing: 'zero' })
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.8 * 1 + 0, 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0 + 0.2 * 1, 12)
  })
})

describe('convex with coverage', () => {
  const vector = listOf('vector', { a: 0.5, b: 0.5 }, { weight: 0.8, minimum: -1 })
  const keyword = listOf('keyword', { a: 10, b: 5 }, { weight: 0.2 })
  const covering = (coverage: Readonly<Record<string, number>>) => ({
    ...keyword,
    items: keyword.items.map((item) => ({ ...item, coverage: coverage[item.id] })),
  })

  it('takes from the words what they do not match of the question', () => {
    const fused = convex([vector, covering({ a: 0.16, b: 0.04 })])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.8 + 0.2 * Math.cbrt(0.16 * Math.sqrt(0.16)), 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.8 + 0.2 * (5 / 10) * Math.cbrt(0.04 * Math.sqrt(0.16)), 12)
    expect(fused[0]?.contributions[1]).toMatchObject({ raw: 10, coverage: 0.16 })
  })

  it('is the plain formula where everything matches, or no coverage is known', () => {
    const scores = (list: typeof keyword) => convex([vector, list]).map(({ id, score }) => [id, score])
    expect(scores(covering({ a: 1, b: 1 }))).toEqual(scores(keyword))
    expect(convex([vector, keyword])[0]?.contributions[1]).not.toHaveProperty('coverage')
  })

  it('leaves a list that is alone in its order', () => {
    const alone = covering({ a: 0.1, b: 1 })
    const order = (lists: Parameters<typeof convex>[0]) => convex(lists).map(({ id, score }) => [id, score])
    expect(order([alone])).toEqual(order([keyword]))
    expect(order([alone, { ...vector, weight: 0 }])).toEqual(order([keyword]))
  })

  it.each([-0.1, 1.1, NaN])('refuses a coverage of %d', (coverage) => {
    expect(() => convex([vector, covering({ a: coverage })])).toThrow(/coverage of item "a"/)
  })
})

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

describe('convex as defined', () => {
  const percents = fc.array(fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }), {
    minLength: 11,
    maxLength: 11,
  })
  /** Some lists have coverage for some of their items. */
  const coveredLists = fc.tuple(rankedLists, percents).map(([lists, drawn]) =>
    lists.map((list, place) => ({
      ...list,
      items: list.items.map((item, index) => {
        const percent = place === 0 ? undefined : drawn[(index + place) % drawn.length]
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
})

describe('weighted', () => {
  const vector = listOf('vector', { a: 0.6, b: 0.2 }, { weight: 0.7, completed: { c: -0.4 } })
  const keyword = listOf('keyword', { b: 10, c: 5 }, { weight: 0.3, completed: { a: 0 } })

  it('A6: adds the raw cosine and the reciprocal keyword place, counted from 0 in the formula', () => {
    const fused = weighted([vector, keyword])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.6 + 0, 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.7 * 0.2 + 0.3 * (1 / (1 + 0)), 12)
    expect(scoreOf(fused, 'c')).toBeCloseTo(0.7 * -0.4 + 0.3 * (1 / (1 + 1)), 12)
  })

  it('A6: adds .7 of a similarity of .85 and .3 of a keyword score of .72 to .811', () => {
    const options = { normalization: { vector: 'none', keyword: 'none' }, missing: 'zero' } as const
    const found = (name: 'vector' | 'keyword', id: string) =>
      listOf(name, { [id]: name === 'vector' ? 0.85 : 0.72 }, { weight: name === 'vector' ? 0.7 : 0.3 })
    const scoreBy = (...lists: Parameters<typeof weighted>[0]) => scoreOf(weighted(lists, options), 'a')
    expect(scoreBy(found('vector', 'a'), found('keyword', 'a'))).toBeCloseTo(0.811, 12)
    expect(scoreBy(found('vector', 'a'), found('keyword', 'b'))).toBeCloseTo(0.595, 12)
    expect(scoreBy(found('vector', 'b'), found('keyword', 'a'))).toBeCloseTo(0.216, 12)
  })

  it('weighs an item by the lists that hold it, or counts 0 when told so', () => {
    const lists = [
      listOf('vector', { a: 0.6 }, { weight: 0.7 }),
      listOf('keyword', { b: 5 }, { weight: 0.3 }),
    ]
    expect(scoreOf(weighted(lists), 'a')).toBeCloseTo((0.7 * 0.6) / 0.7, 12)
    expect(scoreOf(weighted(lists, { missing: 'zero' }), 'a')).toBeCloseTo(0.7 * 0.6 + 0, 12)
    expect(scoreOf(weighted(lists, { missing: 'zero' }), 'b')).toBeCloseTo(0 + 0.3 * 1, 12)
  })

  it('A7: normalises each list as its source is told to', () => {
    const lists = [listOf('vector', { a: 0.6, b: 0.2 }), listOf('keyword', { a: 8, b: 4 })]
    const fused = weighted(lists, { normalization: { vector: 'max', keyword: 'min-max' } })
    expect(scoreOf(fused, 'a')).toBeCloseTo((0.6 / 0.6 + (8 - 4) / (8 - 4)) / 2, 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo((0.2 / 0.6 + (4 - 4) / (8 - 4)) / 2, 12)
  })

  it('keeps its own normalisation for sources that the option leaves out', () => {
    const fused = weighted([vector, keyword], { normalization: { vector: 'min-max' } })
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.7 * ((0.2 + 0.4) / (0.6 + 0.4)) + 0.3 * 1, 12)
  })

  it('normalises a source it does not know by position, even one called like a property of every object', () => {
    const fused = weighted([listOf('constructor', { a: 900, b: 800 })])
    expect(fused.map(({ score }) => score)).toEqual([1 / 1, 1 / 2])
  })
})

const weights = {
  vector: { weight: 0.7 },
  keyword: { weight: 0.3 },
}

/** The formula's second term. */
const term = (bm25: number): number => 0.3 / (1 + Math.max(0, -bm25))

describe('B5: openclaw-2026.2', () => {
  it('gives every keyword candidate .3, however good it is', () => {
    const fused = openclaw20262([
      listOf('vector', { a: 0.5, b: 0.5 }, weights.vector),
      listOf('keyword', { a: 12, b: 0.01, c: 0 }, weights.keyword),
    ])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.5 + term(12), 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.7 * 0.5 + term(0.01), 12)
    expect(scoreOf(fused, 'c')).toBeCloseTo(0.3, 12)
  })

  it('drops a good cosine below .35 when the keyword list missed the item', () => {
    const fused = openclaw20262([
      listOf('vector', { a: 0.45 }, weights.vector),
      listOf('keyword', {}, weights.keyword),
    ])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.45, 12)
    expect(scoreOf(fused, 'a')).toBeLessThan(0.35)
  })

  it('gives that cosine back when missing lists are renormalised', () => {
    const lists = [listOf('vector', { a: 0.45 }, weights.vector), listOf('keyword', {}, weights.keyword)]
    expect(scoreOf(openclaw20262(lists, { missing: 'renormalize' }), 'a')).toBeCloseTo(0.45, 12)
  })

  it('counts completed scores 0, in both lists', () => {
    const fused = openclaw20262([
      listOf('vector', { a: 0.5 }, { ...weights.vector, completed: { b: 0.49 } }),
      listOf('keyword', { b: 3 }, { ...weights.keyword, completed: { a: 1 } }),
    ])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.5 + 0, 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0 + 0.3 * 1, 12)
  })
})
