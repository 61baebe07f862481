import { describe, expect, it } from 'vitest'
import { recall } from './recall.js'

const grades = new Map([
  ['a', 1],
  ['b', 0],
  ['c', 3],
  ['d', 2],
])

describe('recall', () => {
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
