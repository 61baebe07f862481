import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTime, sayTime } from './check-fields.js'

describe('a time', () => {
  it.each([
    ['2026-02-11', Date.UTC(2026, 1, 11)],
    [' 2026-02-11 14:30 ', Date.UTC(2026, 1, 11, 14, 30)],
    ['2026-02-11T14:30:05.25', Date.UTC(2026, 1, 11, 14, 30, 5, 250)],
    ['2026-02-11T14:30:05.123456789Z', Date.UTC(2026, 1, 11, 14, 30, 5, 123)],
    ['2026-02-11T00:30+01:00', Date.UTC(2026, 1, 10, 23, 30)],
    ['2026-02-11T23:30:00-0130', Date.UTC(2026, 1, 12, 1)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['0033-04-03', -61_117_804_800_000],
  ])('is parsed: %s', (text, time) => expect(readTime(text)).toBe(time))

  it.each([
    '2023-02-29',
    '2026-00-01',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T',
    '2026-01-01T25:00',
    '2026-01-01T00:60',
    '2026-01-01T00:00:60',
    '2026',
    'Feb 11, 2026',
    '1770819000',
  ])('is invalid: %s', (text) => expect(readTime(text)).toBeUndefined())

  it('survives formatting and parsing', () => {
    const times = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 })
    fc.assert(fc.property(times, (time) => void expect(readTime(sayTime(time))).toBe(time)))
  })
})
