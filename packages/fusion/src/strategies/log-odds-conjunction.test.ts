import { describe, expect, it } from 'vitest'
import { listOf, scoreOf } from '../testing/lists.js'
import { logOddsConjunction } from './log-odds-conjunction.js'

const logistic = (value: number): number => 1 / (1 + Math.exp(-value))

// Of 3, 2 and 1: median 2, σ of the population √(2/3).
const sigma = Math.sqrt((1 + 0 + 1) / 3)
const vector = listOf('vector', { a: 3, b: 2, c: 1 }, { weight: 2 })
const keyword = listOf('keyword', { b: 30, d: 20, a: 10 }, { weight: 1 })

describe('log-odds-conjunction', () => {
  it('is the logistic of √n times the weighted mean of the log odds, missing ones being 0', () => {
    const fused = logOddsConjunction([vector, keyword])
    const mean = (byVector: number, byKeyword: number) => (2 * byVector + 1 * byKeyword) / (2 + 1)
    expect(scoreOf(fused, 'a')).toBeCloseTo(logistic(Math.SQRT2 * mean(1 / sigma, -1 / sigma)), 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(logistic(Math.SQRT2 * mean(0, 1 / sigma)), 12)
    expect(scoreOf(fused, 'c')).toBeCloseTo(logistic(Math.SQRT2 * mean(-1 / sigma, 0)), 12)
    expect(scoreOf(fused, 'd')).toBeCloseTo(logistic(0), 12)
  })

  it('is higher for lists that agree than for each, and equals the probability of a single list', () => {
    const twice = logOddsConjunction([vector, { ...vector, source: 'other' }])
    const once = logOddsConjunction([vector])
    expect(scoreOf(once, 'a')).toBeCloseTo(logistic(1 / sigma), 12)
    expect(scoreOf(twice, 'a')).toBeCloseTo(logistic(Math.SQRT2 / sigma), 12)
  })

  it('divides the score among the lists that contain the item, by their weights', () => {
    const item = logOddsConjunction([vector, keyword]).find(({ id }) => id === 'b')
    const score = item?.score ?? NaN
    const [byVector, byKeyword] = item?.contributions ?? []
    expect(byVector).toMatchObject({ raw: 2, normalized: 0.5 })
    expect(byVector?.value).toBeCloseTo((score * 2) / 3, 12)
    expect(byKeyword?.normalized).toBeCloseTo(logistic(1 / sigma), 12)
    expect(byKeyword?.weight).toBeCloseTo((score * 1) / 3 / logistic(1 / sigma), 12)
  })

  it('scores ½ for a single item and for equal ones', () => {
    expect(logOddsConjunction([listOf('vector', { a: 7 })])[0]?.score).toBe(0.5)
    expect(logOddsConjunction([listOf('vector', { a: 7, b: 7 })]).map(({ score }) => score)).toEqual([
      0.5, 0.5,
    ])
  })
})
