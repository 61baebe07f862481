import { describe, expect, it } from 'vitest'
import type { Answer, RunQuery } from '../run/run.js'
import { answerOf, queryOf, runOf, shownOf, suiteOf } from '../summary/__fixtures__/small-run.js'
import { crossFigures, hasForeignQuestions } from './cross-figures.js'

function foreign(id: string, from: string): RunQuery {
  return queryOf(id, { grades: {}, foreign: from })
}

const suites = [
  suiteOf(
    [queryOf('q1'), queryOf('q2'), queryOf('none', { grades: {} }), foreign('f1', 'b'), foreign('f2', 'c')],
    {
      name: 'a',
    },
  ),
  suiteOf([queryOf('q1'), foreign('f1', 'a'), foreign('f2', 'a')], { name: 'b' }),
]

/** By suite and query; below .25 nothing is shown. */
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

function answer(strategy: string, query: RunQuery, suite: string, more: Partial<Answer> = {}): Answer {
  const confidence = confidences[`${suite} ${query.id}`] ?? 0
  const isShown = confidence >= 0.25
  const results = isShown ? [shownOf('a')] : []
  const unfiltered = { limit: 6, confidence, results: [{ document: 'a', tokens: 20 }] }
  return answerOf([suite, strategy, query.id], ['a'], { results, unfiltered, ...more })
}

const run = runOf(suites, {
  recallite: (query, { name }) => answer('recallite', query, name),
  other: (query, { name }) => answer('other', query, name, { unfiltered: undefined }),
})

describe('crossFigures', () => {
  const [figures, other] = crossFigures(run, [0.25, 0.55])

  it('counts what is abstained on, of each collection, pair and all', () => {
    expect(figures?.collections).toEqual([
      {
        suite: 'a',
        queries: 2,
        own: 1 / 2,
        unanswerable: 0,
        foreign: 1 / 2,
        pairs: [
          { suite: 'b', queries: 1, abstained: 1 },
          { suite: 'c', queries: 1, abstained: 0 },
        ],
      },
      {
        suite: 'b',
        queries: 1,
        own: 0,
        unanswerable: null,
        foreign: 1 / 2,
        pairs: [{ suite: 'a', queries: 2, abstained: 1 / 2 }],
      },
    ])
    expect(figures).toMatchObject({
      strategy: 'recallite',
      mean: { own: 1 / 4, foreign: 1 / 2 },
      worst: { own: 1 / 2, foreign: 1 / 2 },
    })
  })

  it('says the same for its own threshold as was shown, and less is shown with a higher one', () => {
    const [own, higher] = figures?.thresholds ?? []
    expect(own).toEqual({ threshold: 0.25, mean: figures?.mean, worst: figures?.worst })
    expect(higher?.mean).toEqual({ own: (1 / 2 + 1) / 2, foreign: (1 + 1 / 2) / 2 })
    expect(higher?.worst).toEqual({ own: 1, foreign: 1 / 2 })
  })

  it('judges confidence over all questions', () => {
    expect(figures?.calibration?.queries).toBe(8)
    // Right: .9, .2 and .5. Bins: .2 twice and .1 apart, .3, .4, .5, .6, .9.
    const gaps = [0.1, Math.abs(1 - 0.4), 0.3, 0.4, 1 - 0.5, 0.6, 1 - 0.9]
    expect(figures?.calibration?.error).toBeCloseTo(gaps.reduce((sum, gap) => sum + gap, 0) / 8)
  })

  it('says of a strategy without confidences only what it shows', () => {
    expect(other).toMatchObject({ mean: { own: 1 / 4 }, thresholds: [], calibration: null })
  })
})

describe('hasForeignQuestions', () => {
  it('tells runs across suites from others', () => {
    expect(hasForeignQuestions(run)).toBe(true)
    expect(hasForeignQuestions({ suites: [suiteOf([queryOf('q1')])] })).toBe(false)
  })
})
