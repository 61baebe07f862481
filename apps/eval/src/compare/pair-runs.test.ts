import { UsageError } from '@recallite/command-line'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import type { RunQuery, RunSuite } from '../run/run.js'
import { query, run } from '../__fixtures__/compared-runs.js'
import { differingSettings, pairQueries, pairStrategies } from './pair-runs.js'

function suite(queries: readonly RunQuery[]): RunSuite {
  return { name: 'notes', description: '', queries, blank: 0, corpus: '' }
}

function paired(first: readonly RunQuery[], second: readonly RunQuery[]) {
  const { shared, apart } = pairQueries(suite(first), suite(second))
  return { shared: shared.map(({ id }) => id), apart }
}

const nothingApart = { onlyFirst: [], onlySecond: [], changed: [], unanswerable: [] }

const first = { strategies: ['keyword', 'convex', 'rrf'] }

const second = { strategies: ['rrf', 'keyword', 'weighted'] }

describe('pairQueries', () => {
  it('pairs queries by id, in any order', () => {
    const [one, two] = [query('1', { a: 1 }), query('2', { b: 1 })]
    expect(paired([one, two], [two, one])).toEqual({ shared: ['1', '2'], apart: nothingApart })
  })

  it('handles documents with the names of object properties', () => {
    const judged = (grades: string) => query('1', JSON.parse(grades))
    const odd = judged('{"__proto__":1,"constructor":2}')
    expect(paired([odd], [odd]).shared).toEqual(['1'])
    const others = ['{"__proto__":2,"constructor":2}', '{"a.md":1,"constructor":2}', '{"a.md":1,"b.md":2}']
    for (const other of others) {
      expect(paired([odd], [judged(other)]).apart.changed).toEqual(['1'])
      expect(paired([judged(other)], [odd]).apart.changed).toEqual(['1'])
    }
  })

  it('lists queries that only one run has', () => {
    const [one, two, three] = ['1', '2', '3'].map((id) => query(id, { a: 1 })) as [
      RunQuery,
      RunQuery,
      RunQuery,
    ]
    const { shared, apart } = paired([one, two], [two, three])
    expect(shared).toEqual(['2'])
    expect(apart).toEqual({ ...nothingApart, onlyFirst: ['1'], onlySecond: ['3'] })
  })

  it.each([
    ['changed', query('1', { a: 1 }), query('1', { a: 1 }, { text: 'something else' })],
    ['changed', query('1', { a: 1 }), query('1', { a: 2 })],
    ['changed', query('1', { a: 1 }), query('1', { a: 1, b: 1 })],
    ['changed', query('1', { a: 1, b: 1 }), query('1', { a: 1 })],
    ['changed', query('1', { a: 1 }), query('1', {})],
    ['unanswerable', query('1', {}), query('1', { a: 0 })],
  ] as const)('sets apart as %s', (place, one, other) => {
    expect(paired([one], [other])).toEqual({ shared: [], apart: { ...nothingApart, [place]: ['1'] } })
  })

  it('ignores documents with grade 0, and the order of grades', () => {
    const { shared } = paired([query('1', { a: 1, b: 2, c: 0 })], [query('1', { b: 2, a: 1 })])
    expect(shared).toHaveLength(1)
  })
})

describe('pairStrategies', () => {
  it('has all strategies of both runs, in the order of the first', () => {
    expect(pairStrategies(first, second)).toEqual([
      { first: 'keyword', second: 'keyword' },
      { first: 'rrf', second: 'rrf' },
    ])
  })

  it('accepts one name for both runs, or one of each', () => {
    expect(pairStrategies(first, second, ['rrf'])).toEqual([{ first: 'rrf', second: 'rrf' }])
    expect(pairStrategies(first, second, ['convex', 'weighted'])).toEqual([
      { first: 'convex', second: 'weighted' },
    ])
  })

  it.each([
    [['convex'], /convex,convex: they did not run\. .*the second rrf, keyword, weighted\./],
    [['weighted', 'rrf'], /weighted,rrf: they did not run/],
    [['a', 'b', 'c'], /--strategies takes one or two names, not 3\./],
    [[], /--strategies takes one or two names, not 0\./],
  ])('rejects %j', (names, message) => {
    const failure = failureOf(() => pairStrategies(first, second, names))
    expect(failure).toBeInstanceOf(UsageError)
    expect(String(failure)).toMatch(message)
  })
})

describe('differingSettings', () => {
  it('describes all settings that may change answers', () => {
    const other = run([], [], {
      version: '1.1.0',
      depth: 20,
      settings: {
        model: null,
        threshold: 0.35,
        candidates: 24,
        chunking: { target: 200, overlap: 0 },
      },
    })
    expect(differingSettings(run([], []), other)).toEqual([
      { name: 'version', first: '1.0.0', second: '1.1.0' },
      { name: 'model', first: 'local, mini, 384, none', second: 'none, only keywords' },
      { name: 'chunk tokens', first: '400', second: '200' },
      { name: 'chunk overlap', first: '80', second: '0' },
      { name: 'candidates', first: '100', second: '24' },
      { name: 'depth', first: '10', second: '20' },
      { name: 'threshold', first: '0', second: '0.35' },
    ])
  })
})
