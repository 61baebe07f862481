import { describe, expect, it } from 'vitest'
import type { Answer, RunQuery } from '../run/run.js'
import { suiteOf } from '../__fixtures__/plain-run.js'
import { answerOf, queryOf, resultOf, runOf } from './__fixtures__/small-run.js'
import { calibrationOf, confidenceOf, reliability } from './confidence.js'

const judged = (...pairs: [confidence: number, isRight: boolean][]) =>
  pairs.map(([confidence, isRight]) => ({ confidence, isRight }))

describe('reliability', () => {
  it('is the mean distance of confidence and outcome over the bins, weighted by size', () => {
    const { error, bins, queries } = reliability(
      judged([0.62, true], [0.68, true], [0.65, false], [0.12, false], [0.9, true]),
    )
    expect(bins.map(({ from }) => from)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    // Three between .6 and .7: mean confidence .65, two of them right.
    expect(bins[6]).toEqual({ from: 0.6, to: 0.7, count: 3, confidence: expect.closeTo(0.65), right: 2 / 3 })
    expect(bins[4]).toEqual({ from: 0.4, to: 0.5, count: 0, confidence: null, right: null })
    expect(error).toBeCloseTo((3 / 5) * (2 / 3 - 0.65) + (1 / 5) * 0.12 + (1 / 5) * (1 - 0.9))
    expect(queries).toBe(5)
    expect(reliability([])).toMatchObject({ queries: 0, error: 0 })
  })

  it('counts 0 in the first bin, 1 in the last, and a bound in the bin that begins with it', () => {
    const binOf = (confidence: number) =>
      reliability(judged([confidence, true])).bins.findIndex(({ count }) => count === 1)
    expect([0, 0.2, 0.4, 0.8, 1].map(binOf)).toEqual([0, 2, 4, 8, 9])
  })
})

describe('calibrationOf', () => {
  it.each([
    [{ a: 1 }, ['b', 'a'], 2, true],
    [{ a: 1 }, ['b', 'b', 'a'], 2, false],
    [{ a: 1 }, ['b', 'b', 'a'], 3, true],
    [{ a: 0 }, ['a'], 2, false],
    [{ a: 1 }, [], 2, false],
  ])('of %j, with the results %j and the limit %d, is right: %s', (grades, results, limit, isRight) => {
    const unfiltered = {
      confidence: 0.4,
      limit,
      results: results.map((document) => ({ document, tokens: 9 })),
    }
    const answered = answerOf(['notes', 'convex', 'q'], [], { unfiltered })
    const { bins } = calibrationOf([{ query: queryOf('q', { grades }), answer: answered }])
    expect(bins[4]?.right).toBe(isRight ? 1 : 0)
  })
})

const foreign = (id: string, from: string): RunQuery => queryOf(id, { grades: {}, foreign: from })
const queries = [queryOf('q1'), queryOf('q2'), queryOf('none', { grades: {} })]
const suites = [
  suiteOf([...queries, foreign('f1', 'b'), foreign('f2', 'c')], { name: 'a' }),
  suiteOf([queryOf('q1'), foreign('f1', 'a'), foreign('f2', 'a')], { name: 'b' }),
]

/** By suite and query. */
const confidences: Readonly<Record<string, number>> = {
  'a q1': 0.9,
  'a q2': 0.2,
  'a none': 0.4,
  'a f1': 0.1,
  'a f2': 0.3,
  'b q1': 0.5,
  'b f1': 0.2,
  'b f2': 0.6,
}

function answer(query: RunQuery, { name }: { readonly name: string }): Answer {
  const confidence = confidences[`${name} ${query.id}`] ?? 0
  const unfiltered = { limit: 6, confidence, results: [{ document: 'a', tokens: 20 }] }
  return answerOf([name, 'recallite', query.id], ['a'], { results: [resultOf('a')], unfiltered })
}

describe('confidenceOf', () => {
  const [figures] = confidenceOf(runOf(suites, { recallite: answer }), [0.25, 0.55])

  it('counts abstentions by threshold, as means over suites and in the worst suite', () => {
    expect(figures?.thresholds).toEqual([
      { threshold: 0.25, lost: { mean: 1 / 4, worst: 1 / 2 }, foreign: { mean: 1 / 2, worst: 1 / 2 } },
      { threshold: 0.55, lost: { mean: 3 / 4, worst: 1 }, foreign: { mean: 3 / 4, worst: 1 / 2 } },
    ])
  })

  it('judges confidence over all questions', () => {
    expect(figures?.calibration.queries).toBe(8)
    // Right: .9, .2 and .5. Bins: .2 twice and .1 apart, .3, .4, .5, .6, .9.
    const gaps = [0.1, Math.abs(1 - 0.4), 0.3, 0.4, 1 - 0.5, 0.6, 1 - 0.9]
    expect(figures?.calibration.error).toBeCloseTo(gaps.reduce((sum, gap) => sum + gap, 0) / 8)
  })

  it('is empty for a run without foreign questions', () => {
    expect(confidenceOf(runOf([suiteOf(queries, { name: 'a' })], { recallite: answer }))).toEqual([])
  })
})
