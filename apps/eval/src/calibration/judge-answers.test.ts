import { describe, expect, it } from 'vitest'
import { judgeAnswers } from './judge-answers.js'

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
