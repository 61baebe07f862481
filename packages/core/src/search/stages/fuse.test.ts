import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confidenceOf } from './fuse.js'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const anyCosine = fc.double({ min: -1, max: 1, noNaN: true })

const confidence = (cosine: number | null, coverage: number) => confidenceOf({ cosine, coverage })

describe('confidenceOf', () => {
  it('B4: keeps a cosine of 0.40 that no word confirms', () => {
    expect(confidence(0.4, 0)).toBeCloseTo(0.4, 12)
  })

  it('is 1 − (1 − c)(1 − s/2), and s without a vector', () => {
    expect(confidence(0.3, 0.6)).toBeCloseTo(1 - (1 - 0.3) * (1 - 0.6 / 2), 12)
    expect(confidence(-0.5, 0.6)).toBeCloseTo(0.3, 12)
    expect(confidence(null, 0.6)).toBe(0.6)
  })

  it('stays within 0 and 1 and grows with either part', () => {
    fc.assert(
      fc.property(anyCosine, anyCosine, share, share, (c1, c2, s1, s2) => {
        const [low, high] = [
          confidence(Math.min(c1, c2), Math.min(s1, s2)),
          confidence(Math.max(c1, c2), Math.max(s1, s2)),
        ]
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(high).toBeGreaterThanOrEqual(low - 1e-12)
      }),
    )
  })
})
