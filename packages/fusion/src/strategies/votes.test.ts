import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FusionStrategy, RankedList } from '../strategy.js'
import { rankedLists } from '../testing/arbitrary-lists.js'
import { listOf } from '../testing/lists.js'
import { borda, condorcet } from './votes.js'

const keyword = listOf('keyword', { A: 3, B: 2, C: 1 })
const vector = listOf('vector', { B: 0.9, D: 0.8, A: 0.7 })
const pairs = (fused: ReturnType<FusionStrategy>) => fused.map(({ id, score }) => [id, score])

describe('borda', () => {
  it('adds as many points as there are candidates for the first, one less for each next, and shares the rest', () => {
    // Four candidates; each list leaves one point to the one that it did not rank.
    expect(pairs(borda([keyword, vector]))).toEqual([
      ['B', 3 + 4],
      ['A', 4 + 2],
      ['D', 1 + 3],
      ['C', 2 + 1],
    ])
  })

  it('shares the rest equally, with what was completed and what is absent, and says so', () => {
    const complete = listOf('vector', { a: 0.9 }, { completed: { b: 0.5 }, weight: 2 })
    const fused = borda([complete, listOf('keyword', { c: 3, b: 2 }, { weight: 1 })])
    // Three candidates: 3 points for the first; the other two share 2 + 1.
    expect(fused.find(({ id }) => id === 'b')).toEqual({
      id: 'b',
      score: 1.5 + 0.5 * 2,
      contributions: [
        { source: 'vector', rank: null, raw: 0.5, normalized: (2 + 1) / 2, weight: 1, value: 1.5 },
        { source: 'keyword', rank: 2, raw: 2, normalized: 2, weight: 0.5, value: 1 },
      ],
    })
    expect(fused.find(({ id }) => id === 'c')?.contributions[0]).toEqual({
      source: 'vector',
      rank: null,
      raw: null,
      normalized: 1.5,
      weight: 1,
      value: 1.5,
    })
  })

  it('counts ranked items, not the gaps between their ranks', () => {
    const gaps = {
      ...keyword,
      items: keyword.items.map((item, index) => ({ ...item, foundRank: 5 * index + 2 })),
    }
    expect(pairs(borda([gaps, vector]))).toEqual(pairs(borda([keyword, vector])))
  })
})

describe('condorcet', () => {
  it('counts duels won, and half of those drawn, besides the one with what no list found', () => {
    // Drawn: A–B, A–D, C–D. Won: A over C, B over C and D.
    expect(pairs(condorcet([keyword, vector]))).toEqual([
      ['B', 1 + 2 + 0.5],
      ['A', 1 + 1 + 0.5 + 0.5],
      ['D', 1 + 0.5 + 0.5],
      ['C', 1 + 0.5],
    ])
  })

  it('lets the weightier lists decide a duel', () => {
    const third = listOf('title', { D: 1, C: 1 }, { weight: 0.5 })
    const fused = condorcet([{ ...keyword, weight: 2 }, vector, third])
    // The keyword list outvotes the two others.
    expect(pairs(fused)).toEqual([
      ['A', 1 + 3],
      ['B', 1 + 2],
      ['C', 1 + 1],
      ['D', 1 + 0],
    ])
  })

  it('draws a duel of lists whose weights are equal but for rounding', () => {
    const lists = [
      listOf('one', { a: 1, b: 0 }, { weight: 0.1 }),
      listOf('two', { a: 1, b: 0 }, { weight: 0.2 }),
      listOf('three', { b: 1, a: 0 }, { weight: 0.3 }),
    ]
    expect(pairs(condorcet(lists))).toEqual([
      ['a', 1 + 0.5],
      ['b', 1 + 0.5],
    ])
  })

  it('credits each duel to the heaviest list that votes for the item, the first by name of equal ones', () => {
    const fused = condorcet([{ ...vector, weight: 2 }, keyword, listOf('extra', { C: 1 })])
    const b = fused.find(({ id }) => id === 'B')
    expect(b?.contributions.map(({ source, value }) => [source, value])).toEqual([
      ['vector', 1 + 3],
      ['keyword', 0],
      ['extra', 0],
    ])
    const c = fused.find(({ id }) => id === 'C')
    // Keyword and extra vote for C against D, 1 + 1, and vector for D, 2.
    expect(c?.contributions.map(({ source, value }) => [source, value])).toEqual([
      ['vector', 0],
      ['keyword', 0],
      ['extra', 1 + 0.5],
    ])
  })
})

/** 1, and a point for each other candidate that the lists rank below this one with more weight, or half with equal weight. */
function scoreByDefinition(lists: readonly RankedList[], id: string): number {
  const rankIn = (list: RankedList, of: string) =>
    list.items.find((item) => item.id === of)?.foundRank ?? Number.MAX_SAFE_INTEGER
  const found = lists.flatMap(({ items }) => items.filter(({ foundRank }) => foundRank !== null))
  const others = new Set(found.map((item) => item.id).filter((other) => other !== id))
  const points = Array.from(others, (other): number => {
    const votes = lists.map((list) => list.weight * Math.sign(rankIn(list, other) - rankIn(list, id)))
    return (Math.sign(votes.reduce((sum, vote) => sum + vote, 0)) + 1) / 2
  })
  return points.reduce((sum, point) => sum + point, 1)
}

describe('condorcet as defined', () => {
  it('holds every duel', () => {
    fc.assert(
      fc.property(rankedLists, (lists) => {
        const inForce = lists.filter(({ weight }) => weight > 0)
        for (const { id, score } of condorcet(lists)) expect(score).toBe(scoreByDefinition(inForce, id))
      }),
    )
  })
})
