import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { answerMeasures } from '../measures/answer-measures.js'
import { hit } from '../measures/ranking-measures.js'
import type { Answer, RunQuery } from '../run/run.js'
import { suiteOf } from '../__fixtures__/plain-run.js'
import { answerOf, queryOf, resultOf } from './__fixtures__/small-run.js'
import { answersOf, scoreAnswers } from './score-answers.js'

function answered(query: RunQuery, documents: readonly string[], more: Partial<Answer> = {}) {
  return { query, answer: answerOf(['notes', 'convex', query.id], documents, more) }
}

const passages = [{ document: 'a', contains: 'sessions end' }]

const two = [
  answered(queryOf('q1'), ['x', 'y', 'a']),
  answered(queryOf('q2', { passages }), ['a'], { results: [resultOf('a', true)] }),
  answered(queryOf('q3', { grades: { a: 0 } }), ['a'], { results: [] }),
  answered(queryOf('q4'), []),
]

const suite = suiteOf([queryOf('q1'), queryOf('q2')])

const first = answerOf(['notes', 'convex', 'q1'], ['a'])

const second = answerOf(['notes', 'convex', 'q2'], ['b'])

describe('scoreAnswers', () => {
  it('scores the queries that each measure applies to, in their order', () => {
    const scores = scoreAnswers(two, [hit(1), hit(3)])
    expect([...scores.keys()]).toEqual(['hit@1', 'hit@3', ...answerMeasures.map(({ name }) => name)])
    expect(Object.fromEntries(scores)).toMatchObject({
      'hit@1': [0, 1, undefined, 0],
      'hit@3': [1, 1, undefined, 0],
      'found@limit': [0, 1, undefined, 0],
      passage: [undefined, 1, undefined, undefined],
      lost: [0, 0, undefined, 1],
      abstention: [undefined, undefined, 1, undefined],
      foreign: [undefined, undefined, undefined, undefined],
      'within 500': [0, 0, undefined, 0],
    })
  })

  it('identifies a document only by its id, which may be any string', () => {
    const odd = answered(queryOf('q1', { grades: { constructor: 2 } }), ['toString', 'constructor'])
    expect(scoreAnswers([odd], [hit(1), hit(2)]).get('hit@1')).toEqual([0])
    expect(scoreAnswers([odd], [hit(1), hit(2)]).get('hit@2')).toEqual([1])
  })
})

describe('answersOf', () => {
  it('returns the answers in the order of the queries', () => {
    const others = [answerOf(['notes', 'rrf', 'q1'], []), answerOf(['mail', 'convex', 'q1'], [])]
    const found = answersOf({ answers: [...others, second, first] })(suite, 'convex')
    expect(found.map(({ query, answer }) => [query.id, answer])).toEqual([
      ['q1', first],
      ['q2', second],
    ])
  })

  it.each([
    ['query', [first]],
    ['strategy', [first, answerOf(['notes', 'rrf', 'q2'], ['b'])]],
    ['suite', [first, answerOf(['mail', 'convex', 'q2'], ['b'])]],
  ])('rejects a run without the answer of a %s, and names it', (_, answers) => {
    const failure = failureOf(() => answersOf({ answers })(suite, 'convex'))
    const message = 'The run has no answer of convex to query "q2" of "notes". Run the suite again.'
    expect(failure).toMatchObject({ code: 'EVALUATION_RUN_INCOMPLETE', message })
  })

  it('rejects two answers of one strategy to one query', () => {
    const failure = failureOf(() => answersOf({ answers: [first, second, { ...first, documents: ['b'] }] }))
    const message = expect.stringContaining('two answers of convex to query "q1" of "notes"')
    expect(failure).toMatchObject({ code: 'EVALUATION_RUN_INCOMPLETE', message })
  })

  it('does not mix up names that look alike when joined', () => {
    const odd = [answerOf(['a","b', 'c', 'd'], ['first']), answerOf(['a', 'b","c', 'd'], ['second'])]
    const [found] = answersOf({ answers: odd })(suiteOf([queryOf('d')], { name: 'a' }), 'b","c')
    expect(found?.answer.documents).toEqual(['second'])
  })
})
