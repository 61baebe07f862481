import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveDepths, depthTicks } from './curve-depths.js'

describe('depthTicks', () => {
  it.each([
    [1, [1]],
    [6, [1, 2, 3, 6]],
    [10, [1, 2, 3, 5, 10]],
    [100, [1, 2, 3, 5, 10, 20, 30, 50, 100]],
    [1000, [1, 3, 10, 30, 100, 300, 1000]],
    [60_000, [1, 10, 100, 1000, 10_000, 60_000]],
  ])('of a depth of %i are %j', (depth, ticks) => {
    expect(depthTicks(depth)).toEqual(ticks)
  })
})

describe('curveDepths', () => {
  it('are all depths as deep as runs usually are', () => {
    expect(curveDepths(1)).toEqual([1])
    expect(curveDepths(100)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })

  it('are few for any depth, never far apart, and have every depth that is labelled', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 1, max: 70_000 }), fc.maxSafeNat()), (nat) => {
        const depth = Math.max(1, nat)
        const depths = curveDepths(depth)
        expect(depths.length).toBeLessThan(depth <= 60_000 ? 1000 : 4000)
        expect([depths[0], depths.at(-1)]).toEqual([1, depth])
        const far = depths.filter((each, index) => each > Math.max(1, (depths[index - 1] ?? 0) * 1.01 + 1))
        expect(far).toEqual([])
        expect(depthTicks(depth).filter((tick) => !depths.includes(tick))).toEqual([])
      }),
    )
  })
})
