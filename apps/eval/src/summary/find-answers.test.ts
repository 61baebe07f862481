import { describe, expect, it } from 'vitest'
import { EvaluationError } from '../errors.js'
import { answerOf, queryOf, suiteOf } from './__fixtures__/small-run.js'
import { answersOf } from './find-answers.js'

const suite = suiteOf([queryOf('q1'), queryOf('q2')])
const first = answerOf(['notes', 'convex', 'q1'], ['a'])
const second = answerOf(['notes', 'convex', 'q2'], ['b'])

function failureOf(action: () => unknown): EvaluationError | undefined {
  try {
    action()
  } catch (error) {
    if (error instanceof EvaluationError) return error
    throw error
  }
  return undefined
}

describe('answersOf', () => {
  it('gives the answers in the order of the queries, whatever theirs', () => {
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
  ])('refuses a run without the answer of a %s, and names it', (_, answers) => {
    const failure = failureOf(() => answersOf({ answers })(suite, 'convex'))
    expect(failure?.code).toBe('EVALUATION_RUN_INCOMPLETE')
    expect(failure?.message).toBe(
      'The run has no answer of convex to query "q2" of "notes". Run the suite again.',
    )
  })

  it('refuses two answers of one strategy to one query', () => {
    const failure = failureOf(() => answersOf({ answers: [first, second, { ...first, documents: ['b'] }] }))
    expect(failure?.code).toBe('EVALUATION_RUN_INCOMPLETE')
    expect(failure?.message).toContain('two answers of convex to query "q1" of "notes"')
  })

  it('does not mix up names that look alike when joined', () => {
    const odd = [answerOf(['a","b', 'c', 'd'], ['first']), answerOf(['a', 'b","c', 'd'], ['second'])]
    const [found] = answersOf({ answers: odd })(suiteOf([queryOf('d')], { name: 'a' }), 'b","c')
    expect(found?.answer.documents).toEqual(['second'])
  })
})
