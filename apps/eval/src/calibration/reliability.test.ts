import { describe, expect, it } from 'vitest'
import { judgeAnswers, reliability } from './reliability.js'

function judged(...pairs: [confidence: number, isRight: boolean][]) {
  return pairs.map(([confidence, isRight]) => ({ confidence, isRight }))
}

describe('reliability', () => {
  it('is the mean distance of confidence from outcome over the bins, by their sizes', () => {
    const { error, bins, queries } = reliability(
      judged([0.62, true], [0.68, true], [0.65, false], [0.12, false], [0.9, true]),
    ) ?? { error: NaN, bins: [], queries: 0 }
    // Three between .6 and .7: mean confidence .65, two of three right.
    expect(bins[6]).toEqual({ from: 0.6, to: 0.7, count: 3, confidence: expect.closeTo(0.65), right: 2 / 3 })
    expect(error).toBeCloseTo((3 / 5) * (2 / 3 - 0.65) + (1 / 5) * 0.12 + (1 / 5) * (1 - 0.9))
    expect(queries).toBe(5)
  })

  it('has bins of equal width, and leaves open what a bin without predictions has', () => {
    const { bins = [] } = reliability(judged([0.5, true])) ?? {}
    expect(bins.map(({ from }) => from)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    expect(bins[4]).toEqual({ from: 0.4, to: 0.5, count: 0, confidence: null, right: null })
  })

  it('counts both ends: 0 in the first bin, 1 in the last, and a bound where a bin begins', () => {
    const counts = (confidence: number) =>
      reliability(judged([confidence, true]), 5)?.bins.findIndex(({ count }) => count === 1)
    expect([0, 0.2, 0.4, 0.8, 1].map(counts)).toEqual([0, 1, 2, 4, 4])
  })

  it('is nothing without predictions', () => {
    expect(reliability([])).toBeNull()
  })
})

function answered(
  relevant: readonly string[],
  results: readonly string[],
  { confidence = 0.4, limit = 2 } = {},
) {
  const unfiltered = { confidence, limit, results: results.map((document) => ({ document, tokens: 9 })) }
  return { query: { grades: Object.fromEntries(relevant.map((id) => [id, 1])) }, answer: { unfiltered } }
}

describe('judgeAnswers', () => {
  it('asks of each answer whether a relevant document is among the results of the limit', () => {
    const answers = [
      answered(['a'], ['b', 'a']),
      answered(['a'], ['b', 'b', 'a'], { confidence: 0.7 }),
      answered(['a'], ['b', 'b', 'a'], { confidence: 0.7, limit: 3 }),
      answered([], ['a'], { confidence: 0.2 }),
      answered(['a'], [], { confidence: 0 }),
    ]
    expect(judgeAnswers(answers)).toEqual([
      { confidence: 0.4, isRight: true },
      { confidence: 0.7, isRight: false },
      { confidence: 0.7, isRight: true },
      { confidence: 0.2, isRight: false },
      { confidence: 0, isRight: false },
    ])
  })

  it('leaves out answers whose confidence is not known, and counts no grade of 0', () => {
    const judgedZero = { ...answered([], ['a']), query: { grades: { a: 0 } } }
    expect(judgeAnswers([{ query: { grades: { a: 1 } }, answer: {} }, judgedZero])).toEqual([
      { confidence: 0.4, isRight: false },
    ])
  })
})
