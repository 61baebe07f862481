import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acrossOf, curveScale, downOf, shareTicks } from './curve-scale.js'
import type { CurvePoint } from './recall-curve.js'

/** Points at the depths 1, 2, 3, … */
function pointsOf(shares: readonly number[]): CurvePoint[] {
  return shares.map((share, index) => ({ depth: index + 1, share }))
}

function scaleOf(...curves: readonly (readonly number[])[]) {
  return curveScale(curves.map(pointsOf))
}

describe('curveScale', () => {
  it('holds all curves in steps of a fifth', () => {
    expect(scaleOf([0.45, 0.5], [0.62, 0.79, 0.8])).toEqual({ depth: 3, low: 0.4, high: 0.8 })
    expect(scaleOf([0, 0.05])).toEqual({ depth: 2, low: 0, high: 0.2 })
    expect(scaleOf([1, 1])).toEqual({ depth: 2, low: 0.8, high: 1 })
  })

  it('holds any number of points', () => {
    const long = Array.from({ length: 100_000 }, (_, index) => ({ depth: index + 1, share: index / 1e5 }))
    expect(curveScale([long, long, long])).toEqual({ depth: 100_000, low: 0, high: 1 })
  })

  it('places everything inside', () => {
    const curve = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 100 })
    fc.assert(
      fc.property(fc.array(curve, { minLength: 1, maxLength: 4 }), (curves) => {
        const scale = scaleOf(...curves)
        const places = curves.flatMap((values) =>
          values.flatMap((value, index) => [acrossOf(index + 1, scale), downOf(value, scale)]),
        )
        expect(places.every((place) => place >= -1e-9 && place <= 1 + 1e-9)).toBe(true)
      }),
    )
  })
})

describe('shareTicks', () => {
  it('are a tenth or a fifth apart', () => {
    expect(shareTicks({ depth: 1, low: 0.6, high: 1 })).toEqual([0.6, 0.7, 0.8, 0.9, 1])
    expect(shareTicks({ depth: 1, low: 0, high: 1 })).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
  })
})
