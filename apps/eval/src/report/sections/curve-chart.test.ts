import { describe, expect, it } from 'vitest'
import { renderCurveChart } from './curve-chart.js'

const points = [
  { depth: 1, share: 0.5 },
  { depth: 2, share: 1 },
]

function labelWidth(name: string): number {
  const { markup } = renderCurveChart('Recall', [{ name, points }])
  return Number(/class="curve-ends" width="(\d+)"/.exec(markup)?.[1])
}

describe('renderCurveChart', () => {
  it('has room for the names of its curves, wide characters as well', () => {
    expect(labelWidth('convex')).toBeGreaterThan(6 * 7)
    expect(labelWidth('データ')).toBe(labelWidth('convex'))
  })
})
