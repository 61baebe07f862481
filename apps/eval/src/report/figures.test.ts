import { describe, expect, it } from 'vitest'
import { formatInterval, formatMilliseconds, formatTime, percent } from './figures.js'

describe('figures', () => {
  it('have as many digits as they are worth', () => {
    expect([formatInterval([0.789, 1]), formatInterval(null)]).toEqual(['0.79–1.00', ''])
    expect([0, 9.96, 99.94, 100.2, 12_345.6].map(formatMilliseconds)).toEqual([
      '0.0',
      '10.0',
      '99.9',
      '100',
      '12,346',
    ])
    expect([percent(0), percent(1 / 3), percent(1)]).toEqual(['0%', '33.33%', '100%'])
  })
})

describe('formatTime', () => {
  it('says when in UTC, and leaves alone what is no time', () => {
    expect(formatTime('2026-11-21T17:04:59.000Z')).toBe('21 November 2026 at 17:04 UTC')
    expect(formatTime('last week')).toBe('last week')
  })
})
