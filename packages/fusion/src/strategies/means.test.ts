import { describe, expect, it } from 'vitest'
import type { FusionStrategy } from '../strategy.js'
import { listOf } from '../testing/lists.js'
import { arithmeticMean, geometricMean, harmonicMean } from './means.js'

// Scaled by min-max: vector a 1, b .5, c 0; keyword b 1, a .25, d 0.
const lists = [
  listOf('vector', { a: 4, b: 2, c: 0 }, { weight: 3 }),
  listOf('keyword', { b: 8, a: 5, d: 4 }, { weight: 1 }),
]

function scoreOf(strategy: FusionStrategy, id: string): number | undefined {
  return strategy(lists).find((item) => item.id === id)?.score
}

describe('the means', () => {
  it('arithmetic: divides the weighted sum by the sum of the weights, missing scores being 0', () => {
    expect(scoreOf(arithmeticMean, 'a')).toBeCloseTo((3 * 1 + 1 * 0.25) / (3 + 1), 12)
    expect(scoreOf(arithmeticMean, 'b')).toBeCloseTo((3 * 0.5 + 1 * 1) / (3 + 1), 12)
    expect(scoreOf(arithmeticMean, 'c')).toBe(0)
    const [first] = arithmeticMean([listOf('vector', { a: 1 }), listOf('keyword', {})])
    expect(first?.score).toBe(1 / 2)
    const [alone] = arithmeticMean([listOf('vector', { a: 1 }), listOf('keyword', {})], {
      missing: 'renormalize',
    })
    expect(alone?.score).toBe(1)
  })

  it('geometric: is the weighted root of the product, 0 counting .001 and missing scores not at all', () => {
    expect(scoreOf(geometricMean, 'a')).toBeCloseTo((1 ** 3 * 0.25 ** 1) ** (1 / 4), 12)
    expect(scoreOf(geometricMean, 'b')).toBeCloseTo((0.5 ** 3 * 1 ** 1) ** (1 / 4), 12)
    expect(scoreOf(geometricMean, 'c')).toBeCloseTo(0.001, 12)
  })

  it('harmonic: divides the weights by the sum of weight ÷ score, 0 counting .001 and missing scores not at all', () => {
    expect(scoreOf(harmonicMean, 'a')).toBeCloseTo((3 + 1) / (3 / 1 + 1 / 0.25), 12)
    expect(scoreOf(harmonicMean, 'b')).toBeCloseTo((3 + 1) / (3 / 0.5 + 1 / 1), 12)
    expect(scoreOf(harmonicMean, 'd')).toBeCloseTo(0.001, 12)
  })

  it('geometric and harmonic: divide the score among the lists by their weights', () => {
    for (const strategy of [geometricMean, harmonicMean]) {
      const item = strategy(lists).find(({ id }) => id === 'b')
      const score = item?.score ?? NaN
      const [byVector, byKeyword] = item?.contributions ?? []
      expect(byVector?.value).toBeCloseTo((score * 3) / 4, 12)
      expect(byKeyword?.value).toBeCloseTo((score * 1) / 4, 12)
      expect(byVector?.weight).toBeCloseTo((score * 3) / 4 / 0.5, 12)
    }
  })

  it('take the normalisation that is named', () => {
    const options = { normalization: { vector: 'max', keyword: 'l2' } } as const
    const [item] = geometricMean(
      [listOf('vector', { a: 4, b: 2 }), listOf('keyword', { a: 3, b: 4 })],
      options,
    )
    expect(item).toMatchObject({ id: 'a', score: expect.closeTo(Math.sqrt((4 / 4) * (3 / 5)), 12) })
  })
})
