import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bootstrapMean, mean, percentile } from './bootstrap-mean.js'
import { type Random, seededRandom } from './seeded-random.js'

function interval(scores: readonly number[], resamples = 2000) {
  return bootstrapMean(Float64Array.from(scores), { random: seededRandom(5), resamples })
}

/** The given number of ones, then zeros. */
function hits(ones: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index < ones ? 1 : 0))
}

describe('bootstrapMean', () => {
  it('is null without queries', () => {
    expect(interval([])).toBeNull()
  })

  it('is the score itself for one query, and if all scores are equal', () => {
    expect(interval([0.3])).toEqual([0.3, 0.3])
    expect(interval(Array.from({ length: 7 }, () => 0.1))).toEqual([0.1, 0.1])
    expect(interval(hits(0, 50))).toEqual([0, 0])
  })

  it('is the 2.5th and the 97.5th percentile of the means of the draws', () => {
    const scores = [0, 0.25, 0.5, 1]
    // The draws of the generator in advance, and the means of each.
    const random = seededRandom(9)
    const means = Array.from({ length: 40 }, () => {
      const drawn = scores.map(() => scores[Math.floor((random() / 2 ** 32) * scores.length)] ?? NaN)
      return drawn.reduce((sum, score) => sum + score) / drawn.length
    }).toSorted((a, b) => a - b)
    expect(bootstrapMean(Float64Array.from(scores), { random: seededRandom(9), resamples: 40 })).toEqual([
      means[0],
      means[38],
    ])
  })

  it('matches the binomial distribution for hits', () => {
    // A resample of 100 queries with 30 hits has k hits with the probability C(100, k) .3^k .7^(100 − k): P(k ≤ 20) = .0165,
    // P(k ≤ 21) = .0288, P(k ≤ 38) = .9660, P(k ≤ 39) = .9790.
    expect(interval(hits(30, 100), 200_000)).toEqual([0.21, 0.39])
  })

  it('depends only on the scores and the seed', () => {
    const scores = Array.from({ length: 30 }, (_, index) => ((index * 7) % 11) / 11)
    const [low = NaN, high = NaN] = interval(scores) ?? []
    const half = interval(scores.map((score) => score / 2)) ?? []
    expect(interval(scores)).toEqual([low, high])
    expect(half[0]).toBeCloseTo(low / 2, 12)
    expect(half[1]).toBeCloseTo(high / 2, 12)
  })

  it('draws the first and the last query equally often', () => {
    const highest: Random = () => 2 ** 32 - 1
    const lowest: Random = () => 0
    const scores = Float64Array.of(0.25, 0.5, 0.75)
    expect(bootstrapMean(scores, { random: highest, resamples: 1 })).toEqual([0.75, 0.75])
    expect(bootstrapMean(scores, { random: lowest, resamples: 1 })).toEqual([0.25, 0.25])
  })
})

describe('mean', () => {
  it('is the sum divided by the count, and null without values', () => {
    expect([mean(Float64Array.of(1, 0, 0.5, 0)), mean(new Float64Array())]).toEqual([1.5 / 4, null])
  })
})

describe('percentile', () => {
  const percentileOf = (values: readonly number[], share: number) =>
    percentile(Float64Array.from(values).toSorted(), share)

  it.each([
    [0, 15],
    [0.3, 20],
    [0.4, 20],
    [0.41, 35],
    [0.95, 50],
    [1, 50],
  ])('of five values at %d is %d, the value of the nearest rank', (share, expected) => {
    expect(percentileOf([40, 15, 50, 35, 20], share)).toBe(expected)
  })

  it('tolerates rounding errors of products, and is NaN without values', () => {
    expect(0.07 * 100).toBeGreaterThan(7)
    const values = Array.from({ length: 100 }, (_, index) => index + 1)
    expect([percentileOf(values, 0.07), percentileOf([], 0.5)]).toEqual([7, NaN])
  })

  it('is the smallest value that is not below at least this share', () => {
    const values = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 100 }), (drawn, hundredths) => {
        const found = percentileOf(drawn, hundredths / 100)
        const countUpTo = (limit: number) => drawn.filter((value) => value <= limit).length
        expect(100 * countUpTo(found)).toBeGreaterThanOrEqual(hundredths * drawn.length)
        expect(100 * countUpTo(found - 1)).toBeLessThan(hundredths * drawn.length)
      }),
    )
  })
})
