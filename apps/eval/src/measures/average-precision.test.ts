import { describe, expect, it } from 'vitest'
import { averagePrecision } from './average-precision.js'

const grades = new Map([
  ['a', 1],
  ['b', 0],
  ['c', 3],
  ['d', 1],
])

describe('averagePrecision', () => {
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
