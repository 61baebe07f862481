import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recall } from '../../measures/ranking-measures.js'
import type { Answer } from '../../run/run.js'
import { answerOf, queryOf } from '../__fixtures__/sample-run.js'
import { recallCurve } from './curve-section.js'

const depths = [1, 2, 3, 4, 5, 6]

const ids = fc.subarray(['a', 'b', 'c', 'd', 'e', 'f', 'g'])

const shuffled = ids.chain((documents) => fc.shuffledSubarray(documents, { minLength: documents.length }))

const judged = fc.array(fc.record({ relevant: ids, documents: shuffled }), { maxLength: 5 })

describe('recallCurve', () => {
  it('is recall at every depth', () => {
    const queries = [
      queryOf({ id: 'one', grades: { a: 1, b: 2, c: 0 } }),
      queryOf({ id: 'two', grades: { a: 1 } }),
      queryOf({ id: 'nothing', grades: { c: 0 } }),
    ]
    const answers = new Map<string, Answer>([['one', answerOf(['c', 'a', 'b'])]])
    // Of query one: 0, then 1 of 2, then both; query two was not answered, the third does not count.
    expect(recallCurve(queries, answers, [1, 2, 3, 4])).toEqual([
      { depth: 1, share: 0 },
      { depth: 2, share: 1 / 2 / 2 },
      { depth: 3, share: 1 / 2 },
      { depth: 4, share: 1 / 2 },
    ])
    expect(recallCurve(queries, answers, [1, 4])).toEqual([
      { depth: 1, share: 0 },
      { depth: 4, share: 1 / 2 },
    ])
  })

  it('has no points where no document answers anything', () => {
    expect(recallCurve([queryOf({ id: 'q', grades: {} })], new Map(), [1, 5])).toEqual([])
  })

  it('agrees with the measure', () => {
    fc.assert(
      fc.property(judged, (cases) => {
        const asked = cases.filter(({ relevant }) => relevant.length > 0)
        const queries = cases.map(({ relevant }, index) =>
          queryOf({ id: String(index), grades: Object.fromEntries(relevant.map((id) => [id, 1])) }),
        )
        const answers = new Map(cases.map(({ documents }, index) => [String(index), answerOf(documents)]))
        for (const { depth, share } of recallCurve(queries, answers, depths)) {
          const { score } = recall(depth)
          const scores = asked.map(({ relevant, documents }) =>
            score(documents, new Map(relevant.map((id) => [id, 1]))),
          )
          expect(share).toBeCloseTo(scores.reduce((sum, each) => sum + each, 0) / asked.length, 12)
        }
      }),
    )
  })
})
