import { describe, expect, it } from 'vitest'
import { reciprocalRank } from './reciprocal-rank.js'

const grades = new Map([
  ['a', 1],
  ['b', 0],
  ['c', 3],
])

describe('reciprocalRank', () => {
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
