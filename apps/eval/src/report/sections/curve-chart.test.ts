import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CurvePoint,
  acrossOf,
  curveDepths,
  curveScale,
  depthTicks,
  downOf,
  renderCurveChart,
  shareTicks,
  spreadLabels,
} from './curve-chart.js'

const points = [
  { depth: 1, share: 0.5 },
  { depth: 2, share: 1 },
]

function labelWidth(name: string): number {
  const { html: markup } = renderCurveChart('Recall', [{ name, points }])
  return Number(/class="curve-ends" width="(\d+)"/.exec(markup)?.[1])
}

/** Points at the depths 1, 2, 3, … */
function pointsOf(shares: readonly number[]): CurvePoint[] {
  return shares.map((share, index) => ({ depth: index + 1, share }))
}

function scaleOf(...curves: readonly (readonly number[])[]) {
  return curveScale(curves.map(pointsOf))
}

const room = { gap: 10, length: 100 }

describe('renderCurveChart', () => {
  it('has room for the names of its curves, wide characters as well', () => {
    expect(labelWidth('convex')).toBeGreaterThan(6 * 7)
    expect(labelWidth('データ')).toBe(labelWidth('convex'))
  })
})

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

describe('spreadLabels', () => {
  it('leaves labels where they are if they have room', () => {
    expect(spreadLabels([80, 20, 50], room)).toEqual([80, 20, 50])
  })

  it('moves crowded ones to both sides', () => {
    expect(spreadLabels([50, 50, 50, 90], room)).toEqual([40, 50, 60, 90])
  })

  it('stays inside', () => {
    expect(spreadLabels([0, 1, 99, 100], room)).toEqual([0, 10, 90, 100])
  })

  it('takes smaller gaps where there is no room', () => {
    expect(
      spreadLabels(
        Array.from({ length: 5 }, () => 3),
        { gap: 40, length: 100 },
      ),
    ).toEqual([0, 25, 50, 75, 100])
    expect(spreadLabels([], room)).toEqual([])
  })

  it('keeps order, gaps and bounds', () => {
    const centres = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 30 })
    fc.assert(
      fc.property(centres, (wanted) => {
        const placed = spreadLabels(wanted, room)
        const gap = Math.min(room.gap, room.length / Math.max(1, wanted.length - 1))
        const order = [...wanted.keys()].toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b)
        const inOrder = order.map((index) => placed[index] ?? NaN)
        const gaps = inOrder.slice(1).map((place, index) => place - (inOrder[index] ?? NaN))
        expect(gaps.filter((each) => !(each >= gap - 1e-9))).toEqual([])
        expect(inOrder.filter((place) => !(place >= -1e-9 && place <= room.length + 1e-9))).toEqual([])
      }),
    )
  })
})

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
