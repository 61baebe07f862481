import { describe, expect, it } from 'vitest'
import { queryOf, runOf, suiteOf, type Respond } from '../report/__fixtures__/sample-run.js'
import type { RunQuery } from '../run/run.js'
import { thresholdCurves } from './threshold-curve.js'

/** Own questions are answered with a confidence of .2, .4, .6 and .8, all but the last rightly; others with .3 and .5. */
const own = ['0.2', '0.4', '0.6', '0.8'].map((id) => queryOf({ id }))
const unanswerable = ['0.3', '0.5'].map((id) => queryOf({ id, grades: {} }))
const foreign = ['0.1', '0.3'].map((id) => queryOf({ id: `f${id}`, grades: {}, foreign: 'mail' }))

const respond: Respond = ({ id }) => {
  const confidence = Number(id.replace('f', ''))
  const document = id === '0.8' ? 'wrong.md' : `${id}.md`
  const place = { startLine: 1, endLine: 2, score: 1, hasPassage: true }
  return {
    documents: [document],
    unfiltered: { limit: 6, confidence, results: [{ document, tokens: 10 }] },
    results: confidence < 0.25 ? [] : [{ document, confidence, ...place }],
  }
}

function curvesOf(queries: readonly RunQuery[], answer = respond) {
  return thresholdCurves(runOf([suiteOf(queries)], ['convex'], answer))
}

describe('found against abstained', () => {
  it('follows the threshold: what is shown, and what foreign questions are abstained on', () => {
    const curves = curvesOf([...own, ...unanswerable, ...foreign])
    expect(curves).toMatchObject({ kind: 'foreign', answerable: 4, others: 2 })
    const points = curves?.curves[0]?.points ?? []
    const at = (threshold: number) => points.find((point) => point.threshold === threshold)
    expect(at(0)).toEqual({ threshold: 0, found: 3 / 4, abstained: 0 })
    expect(at(0.2)).toEqual({ threshold: 0.2, found: 3 / 4, abstained: 1 / 2 })
    expect(at(0.25)).toEqual({ threshold: 0.25, found: 2 / 4, abstained: 1 / 2 })
    expect(at(0.5)).toEqual({ threshold: 0.5, found: 1 / 4, abstained: 1 })
    expect(at(1)).toEqual({ threshold: 1, found: 0, abstained: 1 })
    expect(curves?.curves[0]?.own).toEqual({ found: 2 / 4, abstained: 1 / 2 })
  })

  it('only falls and only moves to the right', () => {
    const points = curvesOf([...own, ...unanswerable])?.curves[0]?.points ?? []
    expect(points).toHaveLength(101)
    for (const [index, { found, abstained }] of points.entries()) {
      const before = points[index - 1]
      expect(found).toBeLessThanOrEqual(before?.found ?? 1)
      expect(abstained).toBeGreaterThanOrEqual(before?.abstained ?? 0)
    }
  })

  it('takes own questions that nothing answers where there are no foreign ones, and then all own ones', () => {
    expect(curvesOf([...own, ...unanswerable])).toMatchObject({ kind: 'unanswerable', others: 2 })
    expect(curvesOf(own)).toMatchObject({ kind: 'own', others: 4, curves: [{ own: { abstained: 1 / 4 } }] })
  })

  it('is not drawn where confidences or answers are not known', () => {
    expect(
      curvesOf(own, (query, strategy) => ({ ...respond(query, strategy), unfiltered: undefined })),
    ).toBeNull()
    expect(curvesOf(unanswerable)).toBeNull()
  })
})
