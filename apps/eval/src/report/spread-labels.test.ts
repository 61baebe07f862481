import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spreadLabels } from './spread-labels.js'

const room = { gap: 10, length: 100 }

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
