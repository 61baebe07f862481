import { describe, expect, it } from 'vitest'
import { localDay, dayBounds } from './days.js'

describe('the local day of a time', () => {
  it.each([
    [new Date(2026, 1, 11, 0, 0, 0), '2026-02-11'],
    [new Date(2026, 1, 11, 23, 59, 59, 999), '2026-02-11'],
    [new Date(999, 11, 31), '0999-12-31'],
  ])('%s is %s', (date, day) => expect(localDay(date.getTime())).toBe(day))
})

const today = '2026-03-31'

describe('the days of a date', () => {
  it.each([
    ['2026-02-11', '2026-02-11', '2026-02-11'],
    [' 2026-02-11T23:30:00+09:00 ', '2026-02-11', '2026-02-11'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025', '2025-01-01', '2025-12-31'],
    ['11.02.2026', '2026-02-11', '2026-02-11'],
    ['20260211', '2026-02-11', '2026-02-11'],
    ['February 11, 2026', '2026-02-11', '2026-02-11'],
  ])('%s are %s to %s', (text, first, last) => expect(dayBounds(text, today)).toEqual({ first, last }))

  it.each([
    ['0d', '2026-03-31'],
    ['7d', '2026-03-24'],
    ['31D', '2026-02-28'],
    ['2w', '2026-03-17'],
    ['1m', '2026-02-28'],
    ['3m', '2025-12-31'],
    ['13m', '2025-02-28'],
    ['1y', '2025-03-31'],
    ['25m', '2024-02-29'],
    ['9999y', '0001-01-01'],
  ])('%s ago are: %s', (text, day) => expect(dayBounds(text, today)).toEqual({ first: day, last: day }))

  it.each([
    '',
    '7',
    '7 days',
    '-7d',
    '1.5d',
    'yesterday',
    '2026-02-30',
    '2026-13',
    '03/04/2026',
    'on 2026-02-11',
    '99999d',
    '7d 2w',
  ])('are rejected: %j', (text) =>
    expect(() => dayBounds(text, today)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: expect.stringMatching(/2026-02-11.*7d, 2w, 3m, 1y/),
      }),
    ),
  )
})
