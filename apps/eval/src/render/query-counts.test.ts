import { describe, expect, it } from 'vitest'
import { describeQueryCounts } from './query-counts.js'

describe('describeQueryCounts', () => {
  it.each([
    [20, 0, 0, '20 queries'],
    [1, 0, 2, '1 query; apart: 2 blank'],
    [1200, 1000, 1, '1,200 queries; apart: 1,000 that no document answers, 1 blank'],
  ])('of %d, %d and %d is %s', (queries, unanswerable, blank, text) => {
    expect(describeQueryCounts({ queries, apart: { unanswerable, blank } })).toBe(text)
  })
})
