import { describe, expect, it } from 'vitest'
import {
  all,
  averagePrecision,
  hit,
  linearNdcg,
  ndcg,
  precision,
  recall,
  reciprocalRank,
} from './ranking-measures.js'

const grades = new Map([
  ['a', 1],
  ['b', 0],
  ['c', 3],
  ['d', 2],
])

const { log2 } = Math

/** DCG of the best order of the grades: c, d, a. */
const ideal = 7 / log2(2) + 3 / log2(3) + 1 / log2(4)
const linearIdeal = 3 / log2(2) + 2 / log2(3) + 1 / log2(4)

it('names measures after their depth, unless it is the whole ranking', () => {
  const measures = [hit, recall, precision, reciprocalRank, ndcg, linearNdcg, averagePrecision]
  const names = ['hit', 'recall', 'precision', 'MRR', 'nDCG', 'nDCG-linear', 'MAP']
  expect(measures.map((measure) => measure(6).name)).toEqual(names.map((name) => `${name}@6`))
  expect(measures.map((measure) => measure(Infinity).name)).toEqual(names)
})

describe('a measure of a ranking', () => {
  it.each([
    // A relevant document at the depth, and one below it.
    [hit(3), ['x', 'y', 'a'], 1],
    [hit(2), ['x', 'y', 'a'], 0],
    [hit(6), ['b'], 0],
    // All relevant documents, in any order.
    [all(4), ['d', 'x', 'c', 'a'], 1],
    [all(3), ['d', 'x', 'c', 'a'], 0],
    [all(6), ['b'], 0],
    // Over all relevant documents; a higher grade does not count twice.
    [recall(3), ['a', 'x', 'c'], 2 / 3],
    [recall(10), ['a', 'x', 'c', 'd'], 1],
    [recall(2), ['x', 'c', 'a', 'd'], 1 / 3],
    [recall(1), ['a'], 1 / 3],
    [recall(6), ['b'], 0],
    // Divided by the depth, also with fewer documents.
    [precision(4), ['a', 'x', 'c', 'b', 'y'], 2 / 4],
    [precision(1), ['a', 'x'], 1],
    [precision(10), ['a', 'c'], 2 / 10],
    // The first relevant document, with any grade.
    [reciprocalRank(10), ['a', 'c'], 1],
    [reciprocalRank(10), ['b', 'x', 'a', 'c'], 1 / 3],
    [reciprocalRank(2), ['x', 'y', 'a'], 0],
    // The gain 2^grade − 1 discounted by log2(rank + 1), divided by that of the best order, both up to the depth.
    [ndcg(10), ['a', 'x', 'c'], (1 / log2(2) + 7 / log2(4)) / ideal],
    [ndcg(1), ['c', 'x'], 1],
    [ndcg(1), ['d', 'c'], 3 / 7],
    [ndcg(2), ['c'], 7 / (7 + 3 / log2(3))],
    // The grade itself as gain.
    [linearNdcg(10), ['a', 'x', 'c'], (1 / log2(2) + 3 / log2(4)) / linearIdeal],
    // Precision at each relevant rank, divided by the number of all relevant documents.
    [averagePrecision(10), ['x', 'a', 'b', 'c'], (1 / 2 + 2 / 4) / 3],
    [averagePrecision(10), ['d', 'c', 'a'], 1],
    [averagePrecision(1), ['a', 'c'], 1 / 3],
    [averagePrecision(3), ['x', 'a', 'b', 'c'], 1 / 2 / 3],
  ])('$name of %j is %d', ({ score }, ranking, expected) => {
    expect(score(ranking, grades)).toBeCloseTo(expected, 12)
  })

  it.each([hit, recall, precision, reciprocalRank, ndcg, linearNdcg, averagePrecision].map((of) => of(6)))(
    '$name is 0 without documents and without relevant ones',
    ({ score }) => {
      expect([score([], grades), score(['b'], new Map([['b', 0]]))]).toEqual([0, 0])
    },
  )

  it('ignores documents with a grade below 0, which marks spam in some collections', () => {
    const marked = new Map([...grades, ['spam', -2]])
    for (const { score } of [linearNdcg(10), ndcg(10)])
      expect(score(['spam', 'a'], marked)).toBe(score(['x', 'a'], grades))
  })
})
