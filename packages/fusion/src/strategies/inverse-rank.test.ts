import { describe, expect, it } from 'vitest'
import type { FusionStrategy } from '../strategy.js'
import { listOf } from '../testing/lists.js'
import { isr, logisr, mrr } from './inverse-rank.js'

const keyword = listOf('keyword', { A: 3, B: 2, C: 1 }, { weight: 1 })
const vector = listOf('vector', { B: 0.9, D: 0.8, A: 0.7 }, { weight: 4 })

function scoresOf(strategy: FusionStrategy): Record<string, number> {
  return Object.fromEntries(strategy([keyword, vector]).map(({ id, score }) => [id, score]))
}

describe('isr', () => {
  it('adds inverse squares of the ranks, times the number of lists that found the item', () => {
    const scores = scoresOf(isr)
    expect(scores['A']).toBeCloseTo(2 * ((1 / 4) * 1 + 1 / 3 ** 2), 12)
    expect(scores['B']).toBeCloseTo(2 * ((1 / 4) * (1 / 2 ** 2) + 1), 12)
    expect(scores['C']).toBeCloseTo((1 / 4) * (1 / 3 ** 2), 12)
    expect(scores['D']).toBeCloseTo(1 / 2 ** 2, 12)
  })

  it('does not count a list that only completed the score', () => {
    const completed = listOf('vector', { b: 0.4 }, { completed: { a: 0.3 } })
    expect(isr([listOf('keyword', { a: 3 }), completed]).map(({ score }) => score)).toEqual([1, 1])
  })
})

describe('logisr', () => {
  it('takes the logarithm of that number, which orders what a single list found as well', () => {
    const scores = scoresOf(logisr)
    expect(scores['A']).toBeCloseTo(Math.log(2.01) * ((1 / 4) * 1 + 1 / 3 ** 2), 12)
    expect(scores['D']).toBeCloseTo(Math.log(1.01) * (1 / 2 ** 2), 12)
    expect(scores['D']).toBeGreaterThan(scores['C'] ?? NaN)
  })
})

describe('mrr', () => {
  it('is the weighted mean of the reciprocal ranks, 0 where a list did not find the item', () => {
    const scores = scoresOf(mrr)
    expect(scores['A']).toBeCloseTo((1 * (1 / 1) + 4 * (1 / 3)) / (1 + 4), 12)
    expect(scores['D']).toBeCloseTo((0 + 4 * (1 / 2)) / (1 + 4), 12)
  })
})
