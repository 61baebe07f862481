import { describe, expect, it } from 'vitest'
import { linearNdcg, ndcg } from './ndcg.js'

const grades = new Map([
  ['a', 3],
  ['b', 0],
  ['c', 1],
  ['d', 2],
])

describe('ndcg', () => {
  it('is named after its depth', () => {
    expect(ndcg(10).name).toBe('nDCG@10')
  })

  it('is the gain 2^grade − 1 discounted by log2(rank + 1), over that of the best order', () => {
    const found = (2 ** 1 - 1) / Math.log2(2) + (2 ** 3 - 1) / Math.log2(4)
    const ideal = (2 ** 3 - 1) / Math.log2(2) + (2 ** 2 - 1) / Math.log2(3) + (2 ** 1 - 1) / Math.log2(4)
    expect(ndcg(10).score(['c', 'x', 'a'], grades)).toBeCloseTo(found / ideal, 12)
  })

  it('cuts ranking and best order at its depth', () => {
    expect(ndcg(1).score(['a', 'x'], grades)).toBe(1)
    expect(ndcg(1).score(['d', 'a'], grades)).toBeCloseTo((2 ** 2 - 1) / (2 ** 3 - 1), 12)
  })

  it('does not take a short ranking for a short best order', () => {
    const ideal = (2 ** 3 - 1) / Math.log2(2) + (2 ** 2 - 1) / Math.log2(3)
    expect(ndcg(2).score(['a'], grades)).toBeCloseTo((2 ** 3 - 1) / ideal, 12)
  })

  it('is 0 for an empty ranking and where nothing is relevant', () => {
    expect(ndcg(10).score([], grades)).toBe(0)
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
    expect(linearNdcg(10).score(['c', 'x', 'a'], grades)).toBeCloseTo(found / ideal, 12)
  })

  it('loses nothing to a document judged below 0, as some judgements mark spam', () => {
    const marked = new Map([...grades, ['spam', -2]])
    const ranking = ['spam', 'a']
    expect(linearNdcg(10).score(ranking, marked)).toBe(linearNdcg(10).score(['x', 'a'], grades))
    expect(ndcg(10).score(ranking, marked)).toBe(ndcg(10).score(['x', 'a'], grades))
  })
})
