import { describe, expect, it } from 'vitest'
import { countOf, figure, queryWords, wholePercent } from './figures.js'

describe('figure', () => {
  it('has three decimals, or says that there is none', () => {
    expect([0.84236, 1, null, undefined].map(figure)).toEqual(['0.842', '1.000', '–', '–'])
  })
})

describe('wholePercent', () => {
  it('is a share in hundredths', () => {
    expect([0, 0.404, 1].map(wholePercent)).toEqual(['0 %', '40 %', '100 %'])
  })
})

describe('countOf', () => {
  it('has a number and the noun that goes with it', () => {
    expect([1, 0, 1200].map((count) => countOf(count, queryWords))).toEqual([
      '1 query',
      '0 queries',
      '1,200 queries',
    ])
  })
})
