import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highestThreshold, leaveOneSetOut, shareBelow } from './leave-one-set-out.js'

const values = (...confidences: number[]) => Float64Array.from(confidences)

const anySet = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })
  .map((confidences) => Float64Array.from(confidences))

function meanShare(sets: readonly Float64Array[], threshold: number): number {
  return sets.reduce((sum, set) => sum + (shareBelow(set, threshold) ?? 0), 0) / sets.length
}

describe('shareBelow', () => {
  it('abstains below the threshold, not on it', () => {
    expect(shareBelow(values(0.1, 0.2, 0.2, 0.4), 0.2)).toBe(1 / 4)
    expect(shareBelow(values(0.1, 0.2, 0.2, 0.4), 0.3)).toBe(3 / 4)
    expect(shareBelow(values(), 0.3)).toBeNull()
  })
})

describe('highestThreshold', () => {
  it('counts every set the same, whatever its size', () => {
    const [small, large] = [values(0.3, 0.9), values(0.5, 0.6, 0.7, 0.8)]
    // .5 abstains on half of the small set and on none of the large: a quarter in the mean.
    expect(highestThreshold([small, large], 0.25)).toBe(0.5)
    expect(highestThreshold([small, large], 0.24)).toBe(0.3)
    expect(highestThreshold([small, large], 0.375)).toBe(0.6)
    expect(highestThreshold([small, large], 1)).toBe(0.9)
  })

  it('is 0 without confidences, and passes over empty sets', () => {
    expect(highestThreshold([], 0.5)).toBe(0)
    expect(highestThreshold([values(), values(0.4, 0.6)], 0.5)).toBe(0.6)
  })

  it('is allowed, and nothing above it is', () => {
    fc.assert(
      fc.property(
        fc.array(anySet, { minLength: 1, maxLength: 5 }),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        (sets, most) => {
          const threshold = highestThreshold(sets, most)
          expect(meanShare(sets, threshold)).toBeLessThanOrEqual(most + 1e-12)
          const above = sets.flatMap((set) => [...set]).filter((confidence) => confidence > threshold)
          for (const higher of above) expect(meanShare(sets, higher)).toBeGreaterThan(most - 1e-12)
        },
      ),
    )
  })
})

describe('leaveOneSetOut', () => {
  it('chooses on the other sets, and counts each suite of foreign questions the same', () => {
    const sets = [
      { suite: 'a', own: values(0.5, 0.9), foreign: [values(0.1, 0.1, 0.1, 0.8), values(0.2)] },
      { suite: 'b', own: values(0.3, 0.8), foreign: [values(0.2, 0.4)] },
    ]
    expect(leaveOneSetOut(sets)).toEqual([
      // The lowest own confidence of b, below which it abstains on none.
      { suite: 'a', threshold: 0.3, own: 0, foreign: (3 / 4 + 1) / 2 },
      { suite: 'b', threshold: 0.5, own: 1 / 2, foreign: 1 },
    ])
  })
})
