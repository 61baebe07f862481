import { describe, expect, it } from 'vitest'
import { describeDifference, describeRate, signTest, wilsonInterval } from './statistics.js'

describe('the Wilson interval', () => {
  // Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i of %i is as published', (hits, count, low, high) => {
    const interval = wilsonInterval(hits, count)
    expect(interval[0]).toBeCloseTo(low, 4)
    expect(interval[1]).toBeCloseTo(high, 4)
  })

  it('of all is that of none the other way round', () => {
    const [low, high] = wilsonInterval(20, 20)
    expect([1 - high, 1 - low]).toEqual([0, expect.closeTo(wilsonInterval(0, 20)[1], 12)])
  })
})

describe('the sign test', () => {
  // Twice the one-sided probabilities of Siegel, Nonparametric Statistics, 1956, table D.
  it.each([
    [0, 5, 0.031],
    [1, 9, 0.011],
    [3, 12, 0.018],
    [7, 18, 0.022],
  ])('of %i against %i is as published, from either side', (fewer, more, oneSided) => {
    expect(signTest(fewer, more) / 2).toBeCloseTo(oneSided, 3)
    expect(signTest(more, fewer)).toBe(signTest(fewer, more))
  })

  it('is 1 where nothing differs, or as much on both sides', () => {
    expect([signTest(0, 0), signTest(1, 0), signTest(4, 4)]).toEqual([1, 1, 1])
  })
})

const outcomes = (both: number, better: number, worse: number) => [
  ...Array.from({ length: both }, () => ({ present: true, tuned: true })),
  ...Array.from({ length: better }, () => ({ present: false, tuned: true })),
  ...Array.from({ length: worse }, () => ({ present: true, tuned: false })),
]

describe('the hit rate in words', () => {
  it('has its interval', () => {
    expect(describeRate([true, true, true, false])).toBe('75 % (3 of 4; 95 % confidence: 30 % to 95 %)')
  })

  it('tells settings apart by the questions on which they differ, or says that it cannot', () => {
    expect(describeDifference(outcomes(9, 2, 1))).toBe(
      'By these 12 questions the two cannot be told apart (2 more answered, 1 fewer; sign test: p = 1.000).',
    )
    expect(describeDifference(outcomes(0, 6, 0))).toMatch(
      /^By these 6 questions the slid settings are better .*p = 0\.031/u,
    )
    expect(describeDifference(outcomes(50, 1, 9))).toMatch(
      /^By these 60 questions the slid settings are worse/u,
    )
    expect(describeDifference(outcomes(1, 0, 0))).toMatch(/^By this question the two cannot be told apart/u)
  })
})
