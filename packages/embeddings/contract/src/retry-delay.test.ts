import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryDelay } from './retry-delay.js'

const delays = { baseDelay: 100, maxDelay: 1000, random: () => 0.5 }

describe('retryDelay', () => {
  it.each([
    [1, 0.5 * 100],
    [2, 0.5 * 200],
    [3, 0.5 * 400],
    [5, 0.5 * 1000],
    [2000, 0.5 * 1000],
  ])('after attempt %i waits a random share of the doubled delay, capped', (attempt, expected) => {
    expect(retryDelay({ attempt, retryAfter: undefined }, delays)).toBe(expected)
  })

  it('waits as long as the provider asked, and a little more so that clients spread out', () => {
    expect(retryDelay({ attempt: 1, retryAfter: 700 }, delays)).toBe(700 + 0.5 * 100)
  })

  it('never waits longer than the cap, whatever the provider asks', () => {
    const input = fc.record({
      attempt: fc.integer({ min: 1, max: 5000 }),
      retryAfter: fc.option(fc.nat(), { nil: undefined }),
    })
    fc.assert(
      fc.property(input, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (failed, share) => {
        const delay = retryDelay(failed, { ...delays, random: () => share })
        expect(delay).toBeGreaterThanOrEqual(Math.min(failed.retryAfter ?? 0, delays.maxDelay))
        expect(delay).toBeLessThanOrEqual(delays.maxDelay)
      }),
    )
  })
})
