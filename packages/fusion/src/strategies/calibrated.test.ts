import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RankedList } from '../strategy.js'
import { rankedLists } from '../testing/arbitrary-lists.js'
import { listOf, scoreOf } from '../testing/lists.js'
import { calibrated } from './averages.js'

const cosines = { unrelated: 0.2, related: 0.7 }

describe('calibrated', () => {
  const vector = listOf(
    'vector',
    { a: 0.45, b: 0.8 },
    { weight: 0.6, minimum: -1, scale: cosines, completed: { c: 0.1 } },
  )
  const keyword = listOf('keyword', { b: 10, c: 5 }, { weight: 0.4, completed: { a: 0 } })

  it('adds weighted scores: vectors on their scale, keywords from 0 to the best score with a tenth for the rank', () => {
    const fused = calibrated([vector, keyword])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.6 * ((0.45 - 0.2) / (0.7 - 0.2)), 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(
      0.6 * ((0.8 - 0.2) / (0.7 - 0.2)) + 0.4 * (0.9 * 1 + 0.1 * (3 / 3)),
      12,
    )
    expect(scoreOf(fused, 'c')).toBeCloseTo(0.4 * (0.9 * (5 / 10) + 0.1 * (3 / 4)), 12)
  })

  it.each([
    [0.5, 0.5],
    [0.7, 0.2],
    [NaN, 1],
    [0, Infinity],
  ])('rejects a scale from %d to %d', (unrelated, related) => {
    const list = { ...listOf('vector', { a: 0.7 }), scale: { unrelated, related } }
    expect(() => calibrated([list])).toThrow(/scale of list "vector"/)
  })
})

/** The definition, written out, for lists without coverage. */
function scoreByDefinition(lists: readonly RankedList[], id: string): number {
  const found = new Set(
    lists.flatMap(({ items }) => items.filter((item) => item.foundRank !== null).map((item) => item.id)),
  )
  const holding = lists.filter(({ items }) => items.some((each) => each.id === id))
  const weighed = holding.map((list) => {
    const item = list.items.find((each) => each.id === id)
    const candidates = list.items.filter((each) => found.has(each.id))
    const scaled = scaledByDefinition(list, {
      of: item?.score ?? NaN,
      best: candidates.map(({ score }) => score),
    })
    if (list.scale || lists.length === 1) return list.weight * scaled
    return list.weight * (0.9 * scaled + 0.1 * (item?.foundRank ? 3 / (2 + item.foundRank) : 0))
  })
  return sum(weighed) / sum(holding.map(({ weight }) => weight))
}

function scaledByDefinition(list: RankedList, score: { of: number; best: readonly number[] }): number {
  const { scale, minimum = 0 } = list
  const [low, high] = scale ? [scale.unrelated, scale.related] : [minimum, Math.max(...score.best)]
  return score.of > low ? (score.of - low) / (high - low) : 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

describe('calibrated as defined', () => {
  it('scores every candidate by its formula, as the sum of its contributions', () => {
    fc.assert(
      fc.property(rankedLists, (lists) => {
        const inForce = lists.filter(({ weight }) => weight > 0)
        for (const { id, score, contributions } of calibrated(lists)) {
          expect(score).toBeCloseTo(scoreByDefinition(inForce, id), 12)
          const ascending = contributions.map(({ value }) => value).toSorted((a, b) => a - b)
          expect(sum(ascending)).toBe(score)
        }
      }),
      { numRuns: 500 },
    )
  })
})
