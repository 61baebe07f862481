import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTime, sayTime } from './times.js'

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
  ])('is parsed: %s', (given, time) => expect(readTime(given)).toBe(time))

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
  ])('is invalid: %s', (text) => expect(readTime(text)).toBeUndefined())

  it('is parsed in other formats, and as seconds and milliseconds', () => {
    const noon = Date.UTC(2026, 1, 11, 12)
    const dates = '2026/02/11 12:00,2026.02.11T12:00Z,20260211T120000Z,202602111200,2026-02-11 13:00+01'
    const given = [...dates.split(','), 202602111200, noon, noon / 1000, ` ${noon / 1000} `, `${noon}.9`]
    expect(given.map((each) => readTime(each))).toEqual(given.map(() => noon))
    const bounds = [1e8, 1e11 - 1, 1e11, -1e11].map((each) => readTime(each))
    expect([...bounds, readTime(20260211)]).toEqual([1e11, 1e14 - 1000, 1e11, -1e11, noon - 43_200_000])
  })

  it('is not a number or text whose unit is unclear', () => {
    const given = [
      ...'2026-02/11,20260230,,0,3600,-1'.split(','),
      42,
      1e8 - 1,
      -1e11 + 1,
      1e15,
      Infinity,
      null,
    ]
    expect(given.filter((each) => readTime(each) !== undefined)).toEqual([])
  })

  it('survives formatting and parsing', () => {
    const times = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 })
    fc.assert(fc.property(times, (time) => void expect(readTime(sayTime(time))).toBe(time)))
  })
})
