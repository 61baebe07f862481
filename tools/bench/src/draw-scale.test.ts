import { describe, expect, it } from 'vitest'
import { drawScale, type Measured } from './draw-scale.js'
import { renderScale } from './render-scale.js'

const about = { rows: [], machine: 'a machine', node: 'v20.0.0', date: '2026-01-02' }
const measured: Measured[] = [1000, 100_000].flatMap((chunks) =>
  ['first', 'second'].map((name) => ({ name, chunks, subject: chunks / 1000, baseline: 2, ...about })),
)

describe('how times grow', () => {
  it('is drawn as a line for each subject and each baseline, to the edges of the drawing', () => {
    const svg = drawScale(measured)
    const points = [...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, found]) => found)
    expect(points).toEqual([
      '70.0,370.0 570.0,20.0',
      '70.0,317.3 570.0,317.3',
      '70.0,370.0 570.0,20.0',
      '70.0,317.3 570.0,317.3',
    ])
    expect(svg).toContain('>100,000</text>')
  })

  it('is a row of a table for each size', () => {
    expect(renderScale(measured)).toContain(
      '| `second` | 100,000 | 100 ms | 2.00 ms | 50.00 | a machine, Node v20.0.0, 2026-01-02 |',
    )
  })
})
