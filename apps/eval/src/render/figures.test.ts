import { describe, expect, it } from 'vitest'
import {
  countOf,
  describeQueryCounts,
  figure,
  probability,
  queryWords,
  signed,
  signedWithInterval,
} from './figures.js'

describe('figure', () => {
  it('has three decimals, or a dash for a missing figure', () => {
    expect([0.84236, 1, null, undefined].map(figure)).toEqual(['0.842', '1.000', '–', '–'])
  })
})

describe('countOf', () => {
  it('has a number and its noun', () => {
    expect([1, 0, 1200].map((count) => countOf(count, queryWords))).toEqual([
      '1 query',
      '0 queries',
      '1,200 queries',
    ])
  })
})

describe('describeQueryCounts', () => {
  it.each([
    [20, 0, 0, 0, '20 queries'],
    [1, 0, 2, 0, '1 query; not measured: 2 blank'],
    [1200, 1000, 1, 0, '1,200 queries; not measured: 1,000 without an answer, 1 blank'],
    [2, 3, 0, 50, '2 queries; not measured: 3 without an answer, 50 of other suites'],
  ])('of %d, %d, %d and %d is %s', (queries, unanswerable, blank, foreign, text) => {
    expect(describeQueryCounts({ queries, apart: { unanswerable, blank, foreign } })).toBe(text)
  })
})

describe('signed', () => {
  it.each([
    [0.0041, '+0.004'],
    [-0.0625, '−0.063'],
    [0, '0.000'],
    [-0.0004, '0.000'],
    [1, '+1.000'],
  ])('formats %d as %s', (value, text) => {
    expect(signed(value)).toBe(text)
  })

  it('shows both signs of an interval', () => {
    expect(signedWithInterval(0.004, [-0.006, 0.013])).toBe('+0.004 (−0.006 to +0.013)')
  })
})

describe('probability', () => {
  it('is never shown as 0', () => {
    expect([1, 0.0123, 0.0004].map(probability)).toEqual(['p = 1.000', 'p = 0.012', 'p < 0.001'])
  })
})
