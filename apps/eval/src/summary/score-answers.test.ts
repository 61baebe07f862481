import { describe, expect, it } from 'vitest'
import { hit } from '../measures/hit.js'
import type { Answer, RunQuery } from '../run/run.js'
import { answerOf, queryOf, shownOf } from './__fixtures__/small-run.js'
import { scoreAnswers, scoresAt } from './score-answers.js'

function answered(query: RunQuery, documents: readonly string[], more: Partial<Answer> = {}) {
  return { query, answer: answerOf(['notes', 'convex', query.id], documents, more) }
}

const passages = [{ document: 'a', contains: 'sessions end' }]
const two = [
  answered(queryOf('q1'), ['x', 'y', 'a']),
  answered(queryOf('q2', { passages }), ['a'], { results: [shownOf('a', true)] }),
  answered(queryOf('q3', { grades: { a: 0 } }), ['a'], { results: [] }),
  answered(queryOf('q4'), []),
]

describe('scoreAnswers', () => {
  it('scores what each measure applies to, in the order of the queries', () => {
    expect([...scoreAnswers(two, [hit(1), hit(3)])]).toEqual([
      ['hit@1', [0, 1, undefined, 0]],
      ['hit@3', [1, 1, undefined, 0]],
      ['found', [0, 1, undefined, 0]],
      ['passage', [undefined, 1, undefined, undefined]],
      ['abstention', [undefined, undefined, 1, undefined]],
    ])
  })

  it('does not say what was shown where that is not known for every query', () => {
    const unknown = answered(queryOf('q5'), ['a'], { results: null })
    const scores = scoreAnswers([...two, unknown], [hit(1)])
    expect(scores.get('hit@1')).toEqual([0, 1, undefined, 0, 1])
    for (const name of ['found', 'passage', 'abstention'])
      expect(scores.get(name)).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  it('takes a document by its id alone, whatever that is', () => {
    const odd = answered(queryOf('q1', { grades: { constructor: 2 } }), ['toString', 'constructor'])
    expect(scoreAnswers([odd], [hit(1), hit(2)]).get('hit@1')).toEqual([0])
    expect(scoreAnswers([odd], [hit(1), hit(2)]).get('hit@2')).toEqual([1])
  })
})

describe('scoresAt', () => {
  it('are those at the positions that there are', () => {
    expect([...scoresAt([0.5, undefined, 1, 0], [0, 1, 3])]).toEqual([0.5, 0])
  })
})
