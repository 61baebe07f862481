import { describe, expect, it } from 'vitest'
import { renderCurveChart } from './curve-chart.js'

function labelWidth(name: string): number {
  const { markup } = renderCurveChart('Recall', [{ name, values: [0.5, 1] }])
  return Number(/class="curve-ends" width="(\d+)"/.exec(markup)?.[1])
}

describe('renderCurveChart', () => {
  it('has room for the names of its curves, wide characters as well', () => {
    expect(labelWidth('convex')).toBeGreaterThan(6 * 7)
    expect(labelWidth('データ')).toBe(labelWidth('convex'))
  })
})
