import { describe, expect, it } from 'vitest'
import { signTest, wilsonInterval } from './statistics.js'

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
