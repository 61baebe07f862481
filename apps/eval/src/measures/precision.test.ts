import { describe, expect, it } from 'vitest'
import { precision } from './precision.js'

const grades = new Map([
  ['a', 1],
  ['b', 0],
  ['c', 3],
])

describe('precision', () => {
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
