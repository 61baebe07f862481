import { describe, expect, it } from 'vitest'
import type { RunQuery, RunSuite } from '../run/run.js'
import { query } from './__fixtures__/runs.js'
import { pairQueries } from './pair-queries.js'

function suite(queries: readonly RunQuery[]): RunSuite {
  return { name: 'notes', description: '', queries, blank: 0, corpus: '' }
}

function paired(first: readonly RunQuery[], second: readonly RunQuery[]) {
  const { pairs, apart } = pairQueries(suite(first), suite(second))
  return { pairs: pairs.map((pair) => [pair.query.id, pair.first, pair.second]), apart }
}

const nothingApart = { onlyFirst: [], onlySecond: [], otherText: [], otherJudgements: [], unanswerable: [] }

describe('pairQueries', () => {
  it('pairs by id, wherever they stand', () => {
    const [one, two] = [query('1', { a: 1 }), query('2', { b: 1 })]
    expect(paired([one, two], [two, one])).toEqual({
      pairs: [
        ['1', 0, 1],
        ['2', 1, 0],
      ],
      apart: nothingApart,
    })
  })

  it('sees judgements of documents that are called like what every object has', () => {
    const judged = (grades: string) => query('1', JSON.parse(grades))
    const odd = judged('{"__proto__":1,"constructor":2}')
    expect(paired([odd], [odd]).pairs).toEqual([['1', 0, 0]])
    const others = ['{"__proto__":2,"constructor":2}', '{"a.md":1,"constructor":2}', '{"a.md":1,"b.md":2}']
    for (const other of others) {
      expect(paired([odd], [judged(other)]).apart.otherJudgements).toEqual(['1'])
      expect(paired([judged(other)], [odd]).apart.otherJudgements).toEqual(['1'])
    }
  })

  it('tells which only one run has', () => {
    const [one, two, three] = ['1', '2', '3'].map((id) => query(id, { a: 1 })) as [
      RunQuery,
      RunQuery,
      RunQuery,
    ]
    const { pairs, apart } = paired([one, two], [two, three])
    expect(pairs).toEqual([['2', 1, 0]])
    expect(apart).toEqual({ ...nothingApart, onlyFirst: ['1'], onlySecond: ['3'] })
  })

  it.each([
    ['otherText', query('1', { a: 1 }), query('1', { a: 1 }, { text: 'something else' })],
    ['otherJudgements', query('1', { a: 1 }), query('1', { a: 2 })],
    ['otherJudgements', query('1', { a: 1 }), query('1', { a: 1, b: 1 })],
    ['otherJudgements', query('1', { a: 1, b: 1 }), query('1', { a: 1 })],
    ['otherJudgements', query('1', { a: 1 }), query('1', {})],
    ['unanswerable', query('1', {}), query('1', { a: 0 })],
  ] as const)('sets apart as %s', (place, one, other) => {
    expect(paired([one], [other])).toEqual({ pairs: [], apart: { ...nothingApart, [place]: ['1'] } })
  })

  it('does not mind how many are judged not relevant, or in which order', () => {
    const { pairs } = paired([query('1', { a: 1, b: 2, c: 0 })], [query('1', { b: 2, a: 1 })])
    expect(pairs).toHaveLength(1)
  })
})
