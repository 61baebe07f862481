import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { describeSuite } from '../run/describe-run.js'
import type { Suite, SuiteQuery } from '../suite/suite.js'
import { addForeignQuestions, sampleQuestions } from './foreign-questions.js'

function queryOf(id: string, text: string, relevant = ['d']): SuiteQuery {
  return {
    id,
    text,
    kind: 'k',
    grades: new Map(relevant.map((document) => [document, 1])),
    passages: [],
    note: '',
  }
}

function suiteOf(name: string, queries: readonly SuiteQuery[], text = `document of ${name}`): Suite {
  const documents = [
    { id: 'd', title: '', text },
    { id: 'empty', title: '', text: '' },
  ]
  return { name, description: '', corpus: { kind: 'documents', documents }, queries }
}

function questionIds(suites: readonly Suite[]) {
  return addForeignQuestions(suites, 50).map(({ name, queries }) => [name, queries.map(({ id }) => id)])
}

const [a, b, c] = [
  suiteOf('a', [queryOf('q1', 'one'), queryOf('none', 'nothing', [])]),
  suiteOf('b', [queryOf('q1', 'two')]),
  suiteOf('c', [queryOf('q1', 'three')]),
]

describe('addForeignQuestions', () => {
  it('adds questions of other suites at the end', () => {
    expect(questionIds([a, b, c])).toEqual([
      ['a', ['q1', 'none', 'foreign:b:q1', 'foreign:c:q1']],
      ['b', ['q1', 'foreign:a:q1', 'foreign:c:q1']],
      ['c', ['q1', 'foreign:a:q1', 'foreign:b:q1']],
    ])
    const [first] = addForeignQuestions([a, b], 1)
    const foreign = {
      id: 'foreign:b:q1',
      text: 'two',
      kind: 'foreign:b',
      grades: {},
      passages: [],
      foreign: 'b',
    }
    expect(first?.queries.at(-1)).toEqual(foreign)
  })

  it.each([
    ['a document', suiteOf('a2', [queryOf('q9', 'nine')], 'document of a')],
    ['a question', suiteOf('a2', [queryOf('q9', ' one ')])],
  ])('adds no questions of suites that share %s', (_, relative) => {
    const [first, , other] = questionIds([a, b, relative])
    expect(first).toEqual(['a', ['q1', 'none', 'foreign:b:q1']])
    expect(other).toEqual(['a2', ['q9', 'foreign:b:q1']])
  })

  it('rejects a suite without a foreign one', () => {
    const alone = failureOf(() => questionIds([a, a]))
    expect(alone).toMatchObject({ name: 'UsageError', message: expect.stringContaining('foreign to a') })
  })
})

describe('sampleQuestions', () => {
  const queries = Array.from({ length: 40 }, (_, index) => queryOf(`q${index}`, `text ${index}`))
  const described = describeSuite(suiteOf('a', queries))
  const idsOf = (count: number, suite = described) => sampleQuestions(suite, count).map(({ id }) => id)

  it('is the same in any order, and a larger sample contains a smaller one', () => {
    expect(idsOf(10)).toHaveLength(10)
    expect(idsOf(10, { ...described, queries: described.queries.toReversed() })).toEqual(idsOf(10))
    expect(idsOf(20).slice(0, 10)).toEqual(idsOf(10))
    expect(idsOf(100).toSorted()).toEqual(described.queries.map(({ id }) => id).toSorted())
  })

  it('is not the beginning of the suite', () => {
    const first = new Set(queries.slice(0, 10).map(({ id }) => id))
    expect(idsOf(10).filter((id) => !first.has(id)).length).toBeGreaterThan(3)
  })
})
