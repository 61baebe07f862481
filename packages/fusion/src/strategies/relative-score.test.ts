import { describe, expect, it } from 'vitest'
import type { FusionOptions, FusionStrategy } from '../strategy.js'
import { listOf } from '../testing/lists.js'
import { arithmeticMean, dbsf, relativeScore } from './averages.js'

const lists = [
  listOf('vector', { a: 0.9, b: 0.5, c: 0.1 }, { weight: 0.75 }),
  listOf('keyword', { b: 5, d: 3, a: 1 }, { weight: 0.25 }),
]

function scoreOf(strategy: FusionStrategy, id: string, options: FusionOptions = {}): number | undefined {
  return strategy(lists, options).find((item) => item.id === id)?.score
}

describe('relative-score', () => {
  it('adds weighted scores scaled from the worst to the best, missing ones being 0', () => {
    expect(scoreOf(relativeScore, 'a')).toBeCloseTo(0.75 * 1 + 0.25 * ((1 - 1) / (5 - 1)), 12)
    expect(scoreOf(relativeScore, 'b')).toBeCloseTo(0.75 * ((0.5 - 0.1) / (0.9 - 0.1)) + 0.25 * 1, 12)
    expect(scoreOf(relativeScore, 'c')).toBe(0)
    expect(scoreOf(relativeScore, 'd')).toBeCloseTo(0 + 0.25 * ((3 - 1) / (5 - 1)), 12)
  })
})

describe('dbsf', () => {
  it('scales from three deviations of a sample below the mean to three above, missing scores being 0', () => {
    // Of 5, 3 and 1: mean 3, squares of deviations 4 + 0 + 4.
    const sigma = Math.sqrt((4 + 0 + 4) / (3 - 1))
    const low = 3 - 3 * sigma
    expect(scoreOf(dbsf, 'd')).toBeCloseTo(0 + 0.25 * ((3 - low) / (6 * sigma)), 12)
    // Scaled alike: the scores of the other list are as far apart, in deviations.
    expect(scoreOf(dbsf, 'b')).toBeCloseTo(0.75 * 0.5 + 0.25 * ((5 - low) / (6 * sigma)), 12)
    expect((5 - low) / (6 * sigma)).toBeCloseTo(8 / 12, 12)
  })

  it('takes the deviation of a population where that is named', () => {
    const sigma = Math.sqrt((4 + 0 + 4) / 3)
    const options = { normalization: { keyword: 'dbsf-population' } } as const
    const expected = 0.75 * 0.5 + 0.25 * ((5 - (3 - 3 * sigma)) / (6 * sigma))
    expect(scoreOf(dbsf, 'b', options)).toBeCloseTo(expected, 12)
  })

  it('gives half to a single item and to equal ones', () => {
    const fused = dbsf([listOf('vector', { a: 0.9 }), listOf('keyword', { a: 3, b: 3 })])
    expect(fused.map(({ score }) => score)).toEqual([(0.5 + 0.5) / 2, (0 + 0.5) / 2])
  })
})

describe('arithmetic-mean', () => {
  it('divides the weighted sum by the sum of the weights, missing scores being 0 or left out', () => {
    expect(scoreOf(arithmeticMean, 'b')).toBeCloseTo((0.75 * 0.5 + 0.25 * 1) / (0.75 + 0.25), 12)
    const alone = [listOf('vector', { a: 1 }), listOf('keyword', {})]
    expect(arithmeticMean(alone)[0]?.score).toBe(1 / 2)
    expect(arithmeticMean(alone, { missing: 'renormalize' })[0]?.score).toBe(1)
  })
})
