import { describe, expect, it } from 'vitest'
import {
  averagePrecision,
  hit,
  linearNdcg,
  ndcg,
  precision,
  recall,
  reciprocalRank,
} from './ranking-measures.js'

const ndcgGrades = new Map([
  ['a', 3],
  ['b', 0],
  ['c', 1],
  ['d', 2],
])

describe('hit', () => {
  const grades = new Map([
    ['a', 1],
    ['b', 0],
    ['c', 3],
  ])

  it('is named after its depth', () => {
    expect(hit(6).name).toBe('hit@6')
  })

  it('is 1 when a relevant document stands at the depth, 0 when it stands one below', () => {
    expect(hit(3).score(['x', 'y', 'a'], grades)).toBe(1)
    expect(hit(2).score(['x', 'y', 'a'], grades)).toBe(0)
  })

  it('takes a document judged 0 for not relevant', () => {
    expect(hit(6).score(['b'], grades)).toBe(0)
  })

  it('is 0 for an empty ranking', () => {
    expect(hit(6).score([], grades)).toBe(0)
  })
})

describe('recall', () => {
  const grades = new Map([
    ['a', 1],
    ['b', 0],
    ['c', 3],
    ['d', 2],
  ])

  it('is named after its depth', () => {
    expect(recall(6).name).toBe('recall@6')
    expect(recall(Infinity).name).toBe('recall')
  })

  it('is the share of all relevant documents that are found', () => {
    expect(recall(3).score(['a', 'x', 'c'], grades)).toBe(2 / 3)
    expect(recall(10).score(['a', 'x', 'c', 'd'], grades)).toBe(1)
  })

  it('counts nothing below its depth, and nothing twice for a higher grade', () => {
    expect(recall(2).score(['x', 'c', 'a', 'd'], grades)).toBe(1 / 3)
  })

  it('stays below 1 where more are relevant than its depth holds', () => {
    expect(recall(1).score(['a'], grades)).toBe(1 / 3)
  })

  it('takes a document judged 0 for not relevant', () => {
    expect(recall(6).score(['b'], grades)).toBe(0)
  })

  it('is 0 for an empty ranking and where nothing is relevant', () => {
    expect(recall(6).score([], grades)).toBe(0)
    expect(recall(6).score(['b'], new Map([['b', 0]]))).toBe(0)
  })
})

describe('precision', () => {
  const grades = new Map([
    ['a', 1],
    ['b', 0],
    ['c', 3],
  ])

  it('is named after its depth', () => {
    expect(precision(6).name).toBe('precision@6')
  })

  it('is the share of relevant documents among the first', () => {
    expect(precision(4).score(['a', 'x', 'c', 'b', 'y'], grades)).toBe(2 / 4)
    expect(precision(1).score(['a', 'x'], grades)).toBe(1)
  })

  it('divides by its depth also where fewer were found, and where fewer are relevant', () => {
    expect(precision(10).score(['a'], grades)).toBe(1 / 10)
    expect(precision(10).score(['a', 'c'], grades)).toBe(2 / 10)
  })

  it('is 0 for an empty ranking', () => {
    expect(precision(6).score([], grades)).toBe(0)
  })
})

describe('reciprocalRank', () => {
  const grades = new Map([
    ['a', 1],
    ['b', 0],
    ['c', 3],
  ])

  it('is named after its mean and depth', () => {
    expect(reciprocalRank(10).name).toBe('MRR@10')
  })

  it('is one over the rank of the first relevant document, whatever its grade', () => {
    expect(reciprocalRank(10).score(['a', 'c'], grades)).toBe(1)
    expect(reciprocalRank(10).score(['b', 'x', 'a', 'c'], grades)).toBe(1 / 3)
  })

  it('is 0 below its depth', () => {
    expect(reciprocalRank(2).score(['x', 'y', 'a'], grades)).toBe(0)
  })

  it('is 0 for an empty ranking', () => {
    expect(reciprocalRank(10).score([], grades)).toBe(0)
  })
})

describe('ndcg', () => {
  it('is named after its depth', () => {
    expect(ndcg(10).name).toBe('nDCG@10')
  })

  it('is the gain 2^grade − 1 discounted by log2(rank + 1), over that of the best order', () => {
    const found = (2 ** 1 - 1) / Math.log2(2) + (2 ** 3 - 1) / Math.log2(4)
    const ideal = (2 ** 3 - 1) / Math.log2(2) + (2 ** 2 - 1) / Math.log2(3) + (2 ** 1 - 1) / Math.log2(4)
    expect(ndcg(10).score(['c', 'x', 'a'], ndcgGrades)).toBeCloseTo(found / ideal, 12)
  })

  it('cuts ranking and best order at its depth', () => {
    expect(ndcg(1).score(['a', 'x'], ndcgGrades)).toBe(1)
    expect(ndcg(1).score(['d', 'a'], ndcgGrades)).toBeCloseTo((2 ** 2 - 1) / (2 ** 3 - 1), 12)
  })

  it('does not take a short ranking for a short best order', () => {
    const ideal = (2 ** 3 - 1) / Math.log2(2) + (2 ** 2 - 1) / Math.log2(3)
    expect(ndcg(2).score(['a'], ndcgGrades)).toBeCloseTo((2 ** 3 - 1) / ideal, 12)
  })

  it('is 0 for an empty ranking and where nothing is relevant', () => {
    expect(ndcg(10).score([], ndcgGrades)).toBe(0)
    expect(ndcg(10).score(['b'], new Map([['b', 0]]))).toBe(0)
  })
})

describe('linearNdcg', () => {
  it('is named after its gain and depth', () => {
    expect(linearNdcg(10).name).toBe('nDCG-linear@10')
    expect(linearNdcg(Infinity).name).toBe('nDCG-linear')
  })

  it('is the grade discounted by log2(rank + 1), over that of the best order', () => {
    const found = 1 / Math.log2(2) + 3 / Math.log2(4)
    const ideal = 3 / Math.log2(2) + 2 / Math.log2(3) + 1 / Math.log2(4)
    expect(linearNdcg(10).score(['c', 'x', 'a'], ndcgGrades)).toBeCloseTo(found / ideal, 12)
  })

  it('loses nothing to a document judged below 0, as some judgements mark spam', () => {
    const marked = new Map([...ndcgGrades, ['spam', -2]])
    const ranking = ['spam', 'a']
    expect(linearNdcg(10).score(ranking, marked)).toBe(linearNdcg(10).score(['x', 'a'], ndcgGrades))
    expect(ndcg(10).score(ranking, marked)).toBe(ndcg(10).score(['x', 'a'], ndcgGrades))
  })
})

describe('averagePrecision', () => {
  const grades = new Map([
    ['a', 1],
    ['b', 0],
    ['c', 3],
    ['d', 1],
  ])

  it('is named after its mean and depth', () => {
    expect(averagePrecision(10).name).toBe('MAP@10')
    expect(averagePrecision(Infinity).name).toBe('MAP')
  })

  it('is the sum of the precisions at relevant ranks over the number of relevant documents', () => {
    expect(averagePrecision(10).score(['x', 'a', 'b', 'c'], grades)).toBe((1 / 2 + 2 / 4) / 3)
    expect(averagePrecision(10).score(['d', 'c', 'a'], grades)).toBe(1)
  })

  it('divides by all relevant documents, however shallow its depth', () => {
    expect(averagePrecision(1).score(['a', 'c'], grades)).toBe(1 / 3)
    expect(averagePrecision(3).score(['x', 'a', 'b', 'c'], grades)).toBe(1 / 2 / 3)
  })

  it('is 0 for an empty ranking and where nothing is relevant', () => {
    expect(averagePrecision(10).score([], grades)).toBe(0)
    expect(averagePrecision(10).score(['b'], new Map([['b', 0]]))).toBe(0)
  })
})
